/** A row of the table of figures. */
export interface Row {
  readonly what: string;
  readonly median: number;
  readonly worst: number;
  readonly samples: number;
  readonly unit: string;
  /** What it is to be compared with. */
  readonly beside: string;
}

/** A row of many samples: the median, and what 95 of 100 stay below. */
export function row(what: string, unit: string, samples: readonly number[], beside = ''): Row {
  const sorted = [...samples].sort((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { what, median: at(0.5), worst: at(0.95), samples: sorted.length, unit, beside };
}

/** The rows as a table in Markdown. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, median, worst, samples, unit, beside }) =>
      `| ${what} | ${rounded(median)} ${unit} | ${rounded(worst)} ${unit} | ${samples} | ${beside} |`,
  );
  return ['| what | median | 95 of 100 below | samples | beside |', '|---|---|---|---|---|', ...lines].join('\n');
}

function rounded(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}
