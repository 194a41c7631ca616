import fc from 'fast-check'
import { expect } from 'vitest'
import { expectedRows, type Shown } from './outbox-model.ts'
import type { World } from './outbox-world.ts'

const dates = ['2024-01-31', '2024-02-29', '2024-03-31'] as const
const names = ['Ann', 'Bo', 'Cy', 'Di'] as const

const aFields = fc.oneof(
  fc.record({ city: fc.constantFrom('Lyon', 'Turin') }),
  fc.record({ first_name: fc.constantFrom(...names) }),
  fc.record({ is_primary: fc.boolean() }),
  fc.record({ email: fc.constant('new@example.com'), is_trustee: fc.boolean() }),
)

const pick = fc.nat({ max: 1000 })
const aPerson = fc.record({
  first_name: fc.constantFrom(...names),
  last_name: fc.constantFrom('Berg', 'Dahl'),
  is_primary: fc.boolean(),
})

/** One thing that happens to a world: to the computer, the service, or between them. */
export const aCommand = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), pick, fields: aFields }),
  fc.record({ kind: fc.constant('edit-household' as const), pick, external_id: fc.constantFrom(null, 'x-1', 'x-2') }),
  fc.record({ kind: fc.constant('delete' as const), pick }),
  fc.record({ kind: fc.constant('create' as const), pick, fields: aPerson }),
  fc.record({ kind: fc.constant('create-household' as const), people: fc.integer({ min: 0, max: 2 }) }),
  fc.record({
    kind: fc.constant('log' as const),
    entity: fc.constantFrom(1, 2),
    date: fc.constantFrom(...dates),
    value: fc.nat(),
  }),
  fc.record({
    kind: fc.constant('state' as const),
    pick,
    state: fc.constantFrom('discarded' as const, 'failed' as const, 'sending' as const),
    crash: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('finish' as const), pick, crash: fc.boolean() }),
  fc.record({ kind: fc.constant('finish' as const), pick, crash: fc.boolean() }),
  fc.record({ kind: fc.constant('colleague' as const), pick, fields: aFields }),
  fc.record({ kind: fc.constant('colleague-deletes' as const), pick }),
  fc.record({
    kind: fc.constant('service-values' as const),
    entity: fc.constantFrom(1, 2),
    date: fc.constantFrom(...dates),
  }),
  fc.record({
    kind: fc.constant('sweep' as const),
    resource: fc.constantFrom('individuals' as const, 'households' as const),
    size: fc.constantFrom(1, 2, 50),
  }),
  fc.record({ kind: fc.constant('ask' as const), pick }),
  fc.record({ kind: fc.constant('ask-valuation' as const), entity: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('restart' as const) }),
)

export type Command = typeof aCommand extends fc.Arbitrary<infer Value> ? Value : never

const chosen = <One>(all: readonly One[], at: number): One | undefined => all[at % Math.max(1, all.length)]

/** Carries out a command; one that is not possible now does nothing. */
export async function run(world: World, command: Command): Promise<void> {
  const shown = expectedRows({ known: world.known, open: world.open(), adopted: world.adopted })
  const recordOf = (rows: Map<string, Shown>, at: number) => chosen([...rows.values()], at)?.record
  switch (command.kind) {
    case 'edit':
    case 'delete': {
      const base = recordOf(shown.individuals, command.pick)
      if (!base) return
      return command.kind === 'edit'
        ? world.edit('individuals', base, command.fields)
        : world.remove('individuals', base)
    }
    case 'edit-household': {
      const base = recordOf(shown.households, command.pick)
      return base && world.edit('households', base, { external_id: command.external_id })
    }
    case 'create': {
      const parent = recordOf(shown.households, command.pick)
      return parent && world.createIndividual(String(parent.id), { ...command.fields })
    }
    case 'create-household': {
      const people = names.slice(0, command.people).map((first_name) => ({ first_name, last_name: 'Eng', state: 'NY' }))
      return world.createHousehold(people)
    }
    case 'log':
      return world.log(command.entity, command.date, command.value)
    case 'state': {
      const operation = chosen(world.open(), command.pick)
      return operation && world.setState(operation, command.state, command.crash)
    }
    case 'finish': {
      const operation = chosen(world.open(), command.pick)
      return operation && world.finish(operation, command.crash)
    }
    case 'colleague': {
      const id = chosen([...world.service.individuals.keys()], command.pick)
      return id === undefined ? undefined : world.colleagueEdits(id, command.fields)
    }
    case 'colleague-deletes': {
      const id = chosen([...world.service.individuals.keys()], command.pick)
      if (id !== undefined) world.colleagueDeletes(id)
      return
    }
    case 'service-values':
      return world.serviceValues(command.entity, command.date)
    case 'sweep': {
      const { missing, expected } = await world.sweep(command.resource, command.size)
      expect(missing).toEqual(expected)
      return
    }
    case 'ask': {
      const id = chosen([...world.service.individuals.keys(), ...world.known.individuals.keys()], command.pick)
      return id === undefined ? undefined : world.ask(id)
    }
    case 'ask-valuation':
      return world.askValuation(command.entity)
    case 'restart':
      return world.restart()
  }
}
