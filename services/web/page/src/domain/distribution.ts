/** How many players have ratings in one step. */
export interface Step {
  /** The lowest rating of the step. */
  readonly from: number;
  readonly players: number;
}

/** A distribution as it is drawn: steps without anybody in them are there, too. `steps` are in order. */
export function filledSteps(steps: readonly Step[], width: number, most: number): Step[] {
  const first = steps[0];
  const last = steps[steps.length - 1];
  if (!first || !last || width <= 0) return [];
  const players = new Map(steps.map((step) => [step.from, step.players]));
  const count = Math.min((last.from - first.from) / width + 1, most);
  return Array.from({ length: count }, (_, index) => {
    const from = first.from + index * width;
    return { from, players: players.get(from) ?? 0 };
  });
}
