import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeLedger } from '../../../electron/data/ledger/write-ledger.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { differencesOf, joinedDifference } from '../../../shared/domain/record-differences.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { aFiling, type ChangedFirm, changesIn, createChangedFirm, runFiling } from './support/changed-firm.ts'
import { factsOf, replay } from './support/changes-oracle.ts'
import { aCommand, type Command, run } from './support/outbox-commands.ts'

const aFailure = fc.record({
  kind: fc.constant('power fails' as const),
  resource: fc.constantFrom('individuals' as const, 'households' as const),
  pages: fc.integer({ min: 1, max: 6 }),
})
const ageing = fc.record({ kind: fc.constant('time passes' as const), days: fc.integer({ min: 1, max: 120 }) })
const aPartialSweep = fc.record({
  kind: fc.constant('sweep in part' as const),
  resource: fc.constantFrom('individuals' as const, 'households' as const),
  pages: fc.integer({ min: 0, max: 4 }),
})
const aMovedPage = fc.record({ kind: fc.constant('a page moves' as const), moved: fc.nat({ max: 20 }) })

const aHistory = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: aCommand.map((command) => ({ kind: 'command' as const, command })) },
    { weight: 5, arbitrary: aFiling.map((filing) => ({ kind: 'filing' as const, filing })) },
    { weight: 1, arbitrary: aFailure },
    { weight: 1, arbitrary: ageing },
    { weight: 1, arbitrary: aPartialSweep },
    { weight: 1, arbitrary: aMovedPage },
  ),
  { minLength: 5, maxLength: 50 },
)

type Step = typeof aHistory extends fc.Arbitrary<(infer One)[]> ? One : never

async function take(firm: ChangedFirm, step: Step): Promise<void> {
  const { world } = firm
  switch (step.kind) {
    case 'command': {
      const command: Command = step.command
      return run(world, command)
    }
    case 'filing':
      return runFiling(firm, step.filing)
    case 'power fails':
      return world.failInSweep(step.resource, step.pages)
    case 'sweep in part':
      return world.sweepInPart(step.resource, step.pages)
    case 'a page moves':
      return world.sweepPast(step.moved)
    case 'time passes':
      world.pass(step.days * 86_400_000)
      return writeLedger(world.writer(), 'changes.prune', { months: 0 })
  }
}

test('changes replayed over the first complete sweep are what the service was last seen to have, whatever happened', async () => {
  const told = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(aHistory, async (history) => {
      const firm = await createChangedFirm()
      const { ledger, mirror } = firm.world.stores
      const baseline = factsOf(firm.known())
      expect(changesIn(ledger)).toEqual([])
      for (const step of history) {
        await take(firm, step)
        firm.world.writer().batch.commit()
        const known = factsOf(firm.known())
        const { records, problems } = replay(baseline, changesIn(ledger), known)
        expect(problems).toEqual([])
        expect(Object.fromEntries(records)).toEqual(Object.fromEntries(known))
      }
      for (const { resource } of changesIn(ledger)) told.set(resource, (told.get(resource) ?? 0) + 1)
      mirror.close()
      ledger.close()
    }),
    propertyRuns(1000),
  )
  // Each kind of record changed in some of the histories.
  for (const resource of ['individuals', 'households', 'entities', 'documents', 'valuations'])
    expect([resource, told.has(resource)]).toEqual([resource, true])
})

test('two differences joined are the difference between the first value and the last', () => {
  const part = fc.record({ name: fc.constantFrom('Cash', 'Bonds', 'Gold'), value: fc.nat({ max: 2 }) })
  const parts = fc.array(part, { maxLength: 4 })
  const between = (before: JsonFields[], after: JsonFields[]) =>
    differencesOf('valuations', { directly_held_assets: before }, { directly_held_assets: after })[0] ?? {
      before: [],
      after: [],
    }
  const sorted = (list: unknown) => (list as JsonFields[]).map((one) => JSON.stringify(one)).sort()
  fc.assert(
    fc.property(parts, parts, parts, (first, second, third) => {
      const joined = joinedDifference(true, between(first, second), between(second, third))
      const whole = between(first, third)
      expect(sorted(joined?.before ?? [])).toEqual(sorted(whole.before))
      expect(sorted(joined?.after ?? [])).toEqual(sorted(whole.after))
    }),
    propertyRuns(1000),
  )
})
