from pyspark import SparkContext

class SparkSession:
    @classmethod
    def getActiveSession(cls) -> SparkSession | None: ...
    @property
    def sparkContext(self) -> SparkContext: ...
