import { whyNot } from './run-steps.ts'
import type { Computer, Step } from './step.ts'

export const usage = `Usage: npm run prove-desktop -- [--list] [--only STEP,STEP] [--specs FILE,FILE] [--disturb] [--packed FOLDER] [--into FOLDER]
  Fetches Electron, packs the app, runs every step on the packed program and writes desktop-proof/index.html and proof.json.
  --list     prints the steps and runs none
  --only     runs these steps
  --specs    limits the step “specs” to these files of the end-to-end tests
  --disturb  also runs steps that lock this computer's screen
  --packed   uses the two programs that an earlier run packed into .cache/desktop-proof
  --into     the folder of the report; it is emptied first
Exit codes: 0 all passed, 1 something failed, 2 wrong usage, 3 no Electron, 130 interrupted.`

/** One line per step: its id, what it shows, and whether it applies to this computer. */
export function describeSteps(steps: readonly Step[], computer: Computer): string {
  return steps
    .map((step) => {
      const reason = whyNot(step, computer)
      return `  ${step.id.padEnd(18)} ${step.title}${reason === null ? '' : ` (not here: ${reason})`}`
    })
    .join('\n')
}
