import type { UseCases } from '../../../../electron/api/core.ts'
import type { Runtimes } from '../../../../electron/connections/connection-runtime.ts'
import type { OpenedStore } from '../../../../electron/data/connection-store.ts'
import { createPrograms } from '../../../../electron/programs/programs.ts'
import type { FirmPolicy } from '../../../../shared/domain/policy.ts'
import { createCoreDouble } from '../../../doubles/core.ts'
import { makeFolder, openStore, removeFolder, sweep } from '../../data/support/open-store.ts'
import { anIndividual, many } from '../../data/support/records.ts'

/** The real programs over a real store; the rest of the core is a double, in which one firm is open. */
async function serveStore(store: OpenedStore, userDataDir: string) {
  const double = createCoreDouble()
  const [connection] = await double.connections.list({})
  if (connection === undefined) throw new Error('The double has no connection.')
  const state: { isLocked: boolean; isPresenting: boolean; policy: FirmPolicy; kept: Promise<boolean> } = {
    ...{ isLocked: false, isPresenting: false, policy: {}, kept: Promise.resolve(true) },
  }
  const connections: UseCases['connections'] = {
    ...double.connections,
    list: async () => [{ ...connection, name: 'Alder', cache: 'open' }],
  }
  const programs = await createPrograms({
    userDataDir,
    choice: { read: async () => null, keep: () => state.kept },
    policy: () => state.policy,
    isPresenting: () => state.isPresenting,
    runtimes: { get: async () => ({ open: async () => ({ store }) }) } as unknown as Pick<Runtimes, 'get'>,
    publish: () => {},
  })
  programs.start({ ...double, connections, isLocked: () => state.isLocked })
  await programs.useCases.switchOn({})
  return {
    programs,
    lock() {
      state.isLocked = true
      programs.recheck()
    },
    present() {
      state.isPresenting = true
      programs.recheck()
    },
    setPolicy(policy: FirmPolicy) {
      state.policy = policy
      programs.recheck()
    },
    /** The user's next choices are not kept before this settles, as on a slow disk. */
    keepWhen(kept: Promise<boolean>) {
      state.kept = kept
    },
  }
}

/** The same over a store of so many people, each with these fields as well. */
export async function serveManyPeople(count: number, fields: Parameters<typeof anIndividual>[1] = {}) {
  const [folder, userDataDir] = [makeFolder(), makeFolder()]
  const store = await openStore(folder)
  await sweep(store, 'individuals', [many((n) => anIndividual(n, fields), count)])
  const served = await serveStore(store, userDataDir)
  return {
    ...served,
    userDataDir,
    async close() {
      await served.programs.close()
      await store.close()
      for (const each of [folder, userDataDir]) removeFolder(each)
    },
  }
}
