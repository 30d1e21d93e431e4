// Three tables to try, invented like all data here.
export default [
  {
    word: "example-slip",
    name: "readers.md",
    text: `**Two readers of 150 films**

| Reader | TP | FP | FN | TN | Sens. | Spec. | Acc. |
|:--|--:|--:|--:|--:|--:|--:|--:|
| first | 42 | 7 | 8 | 93 | 84.0% | 93.0% | 90.0% |
| second | 38 | 4 | 12 | 96 | 76.0% | 96.0% | 88.7% |
`,
  },
  {
    word: "example-latex",
    name: "tickets.tex",
    text: String.raw`\begin{table}
\caption{Tickets by channel (micro-averaged). Web: 480 tickets, Phone: 220.}
\begin{tabular}{l ccc ccc}
\toprule
 & \multicolumn{3}{c}{Web} & \multicolumn{3}{c}{Phone} \\
System & P & R & F$_1$ & P & R & F$_1$ \\
\midrule
rules & 71.2 & 54.9 & 62.0 & 64.0 & 49.1 & 55.6 \\
tagger & 78.4 & 70.3 & 74.1 & 70.7 & 61.8 & 69.5 \\
both & 80.1 & 72.6 & \textbf{76.2} & 73.3 & 66.0 & \textbf{69.5} \\
\bottomrule
\end{tabular}
\end{table}
`,
  },
  {
    word: "example-averages",
    name: "languages.csv",
    text: `system,ko,ja,de,Avg
rules,61.2,58.4,66.0,61.9
tagger,70.5,66.1,71.3,69.3
both,73.0,68.2,74.4,72.8
`,
  },
];
