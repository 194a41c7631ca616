/** Runs one thing after the other, in the order they were asked for, whether those before went well or not. */
export function inTurns(): <Result>(action: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (action) => {
    const turn = last.then(action)
    last = turn.catch(() => {})
    return turn
  }
}
