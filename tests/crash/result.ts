/** Result of a campaign: the problems found, and figures of what was tried. */
export type CampaignResult = { problems: string[]; figures: Record<string, number> }

export type CampaignOptions = {
  seed: number
  runs: number
  /** After each run; the parts that kill at each call say what was found so far. */
  onRun?: (what: string, found?: CampaignResult) => void
}

/** Prints each violation of a campaign once, when it is found, and the verdict at the end or where it is stopped. */
export class Verdict {
  private printed = 0
  private found: CampaignResult | null = null
  private readonly print: (line: string) => void

  constructor(print: (line: string) => void) {
    this.print = print
  }

  /** Takes everything that was found so far. */
  take(found: CampaignResult): void {
    this.found = { problems: [...found.problems], figures: { ...found.figures } }
    for (const problem of this.found.problems.slice(this.printed)) this.print(`VIOLATION ${problem}`)
    this.printed = this.found.problems.length
  }

  /** Prints the figures and the number of violations; true if there are none and the campaign came to its end. */
  end({ isStopped }: { isStopped: boolean }): boolean {
    const { problems, figures } = this.found ?? { problems: [], figures: {} }
    for (const [name, count] of Object.entries(figures)) this.print(`${name.padEnd(48)}${String(count).padStart(8)}`)
    if (isStopped && this.found === null) this.print('Stopped by a signal before anything was found out: no verdict.')
    else {
      const counted = problems.length === 0 ? 'No violation' : `${problems.length} violations`
      this.print(isStopped ? `Stopped by a signal before the end: ${counted.toLowerCase()} so far.` : `${counted}.`)
    }
    return problems.length === 0 && !isStopped
  }
}
