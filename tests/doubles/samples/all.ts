import { getEventIteratorSchemaDetails } from '@orpc/contract'
import type { UseCases } from '../../../electron/api/core.ts'
import { contract, procedureMetas } from '../../../shared/ipc/contract.ts'
import { appSamples } from './app.ts'
import { fileSamples } from './files.ts'
import { keptSamples } from './kept.ts'
import { recordSamples } from './records.ts'
import type { Samples } from './sample.ts'
import { statementSamples } from './statements.ts'
import { textSamples } from './texts.ts'
import { writeSamples } from './writes.ts'

/** A valid input and an allowed output for every procedure. A missing one does not compile. */
export const samples: Samples<keyof UseCases> = {
  ...appSamples,
  ...recordSamples,
  ...keptSamples,
  ...writeSamples,
  ...fileSamples,
  ...statementSamples,
  ...textSamples,
}

const each = Object.entries(samples).flatMap(([domain, procedures]) =>
  Object.entries<readonly [input: object, output?: unknown]>(procedures).map(([name, [input]]) => ({
    path: `/${domain}/${name}`,
    input,
  })),
)

/** A valid input for every procedure, by path (`/households/list`). */
export const goodInputs: Readonly<Record<string, object>> = Object.fromEntries(
  each.map(({ path, input }) => [path, input]),
)

/** The paths of all procedures as clients send them, such as `/households/list`. */
export const procedurePaths: readonly string[] = [...procedureMetas.keys()].map((path) => `/${path.replace('.', '/')}`)

/** The paths of the procedures that answer with a stream. */
export const streamPaths: ReadonlySet<string> = new Set(
  Object.entries(contract).flatMap(([domain, procedures]) =>
    Object.entries(procedures)
      .filter(([, procedure]) => getEventIteratorSchemaDetails(procedure['~orpc'].outputSchema) !== undefined)
      .map(([name]) => `/${domain}/${name}`),
  ),
)
