class EvalLog:
    location: str
