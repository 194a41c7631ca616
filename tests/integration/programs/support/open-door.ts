import { expect } from 'vitest'
import type { Core } from '../../../../electron/api/core.ts'
import { askSteward } from '../../../../electron/programs/ask-steward.ts'
import type { AnswerEnd, AnswerHead, AnswerRow, Command, InputOf } from '../../../../electron/programs/protocol.ts'
import { type ProgramLevels, usualLevels } from '../../../../shared/domain/program-levels.ts'
import { createKeychainDouble } from '../../../doubles/keychain.ts'
import { writePolicy } from '../../../e2e/support/policy.ts'
import { createTenantCores, inputFor, signIn, synced } from '../../app/support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

export { cleanUp }

export const noWhere = { where: [], columns: [], sort: null, household: null, limit: null }

/** A Steward with a firm that is read, which lets other programs read, and a program that it allows. */
export async function openDoor({ levels = {}, policy }: { levels?: Partial<ProgramLevels>; policy?: object } = {}) {
  const [userDataDir, policyFolder, keychain] = [await tempFolder(), await tempFolder(), createKeychainDouble()]
  const sandbox = await startTenant(5)
  const policyFile = writePolicy(policyFolder, policy ?? {})
  const core = await startCore({ userDataDir, keychain, policyFile })
  const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  await core.programs.switchOn({})
  await core.programs.setLevels({ levels: { ...usualLevels, ...levels } })
  const ask = <Name extends Command>(command: Name, input: InputOf<Name>, signal?: AbortSignal) =>
    gather(askSteward(userDataDir, { program: 'Test', firm: null, command, input }, signal))
  /** Resolves when an answer that does not end by itself has begun; `ended` with the error that ends it. */
  const attach = async () => {
    const answer = askSteward(userDataDir, { program: 'Test', firm: null, command: 'attach', input: {} })
    await answer.next()
    return { ended: answer.next().catch((problem: unknown) => problem) }
  }
  return {
    core,
    attach,
    id,
    userDataDir,
    policyFolder,
    keychain,
    ask,
    sandbox,
    startAgain: () => startCore({ userDataDir, keychain }),
  }
}

/** The same, with the program's consent given. */
export async function openToProgram(options: Parameters<typeof openDoor>[0] = {}) {
  const door = await openDoor(options)
  const asked = door.ask('status', {})
  await allow(door.core)
  await asked
  return door
}

/** Allows the program that asks. */
export async function allow({ programs }: Pick<Core, 'programs'>): Promise<void> {
  await expect.poll(async () => (await programs.state({})).asking.length).toBe(1)
  const { asking } = await programs.state({})
  await programs.answer({ id: asking[0]?.id ?? '', allow: true })
}

export type Gathered = { head: AnswerHead | null; rows: AnswerRow[] } & Omit<AnswerEnd, 'rows'>

export async function gather(answer: ReturnType<typeof askSteward>): Promise<Gathered> {
  const gathered: Gathered = { head: null, rows: [], more: false, total: null, next: null }
  for (let next = await answer.next(); ; next = await answer.next()) {
    if (next.done === true) {
      expect(next.value.rows).toBe(gathered.rows.length)
      return { ...next.value, ...{ head: gathered.head, rows: gathered.rows } }
    }
    if ('head' in next.value) gathered.head = next.value.head
    else gathered.rows.push(...next.value.rows)
  }
}
