import { assetClassNamed } from '../../../sandbox/data/asset-classes.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { needsAttention } from '../../../shared/domain/operation-rules.ts'
import type { Decision } from '../../../shared/ipc/outbox.ts'
import { createGround } from '../../faults/world.ts'
import { type Batch, makeHistory } from '../history.ts'
import { type ColleagueChange, colleagueBody } from '../world/ledger.ts'
import { createDesk, type DroppedFile, isWaiting } from './desk.ts'
import { type CoreStory, violations } from './judge.ts'
import { Killed } from './mortal.ts'
import { createOffice } from './steward.ts'

export type CoreResult = {
  seed: number
  /** What is wrong at the end; empty if nothing is. */
  problems: string[]
  valuations: number
  documents: number
  lives: number
  kills: number
  undone: number
  colleagues: number
  faults: number
}

export const createCoreGround = createGround

const connectionId = 'demo'

/** What may happen between two steps of the advisor, by how often. */
const events = {
  nothing: 14,
  moments: 8,
  kill: 6,
  offline: 3,
  gateway: 2,
  restart: 2,
  signOut: 1,
  colleague: 4,
  refresh: 3,
} as const

/**
 * The history of a seed over the core of Steward and the real service: files are dropped, read, answered, reviewed, approved, undone, filed
 * and sent, while the network fails, Steward is killed, and colleagues log valuations. `plant`: damages what was done before it is judged,
 * to see that the judge finds it.
 */
export async function runCore(
  ground: Parameters<typeof createOffice>[0],
  seed: number,
  { plant }: { plant?: (story: CoreStory) => Promise<void> | void } = {},
): Promise<CoreResult> {
  const { firm, batches } = makeHistory(seed)
  const office = await createOffice(ground, seed, firm)
  const { random, transport } = office
  const desk = createDesk(office, firm)
  const { again } = desk
  const story: CoreStory = {
    ...{ office, desk, firm, undone: [], present: new Set(), discarded: new Set(), colleagues: new Map(), filed: [] },
    exported: [],
  }
  let isOffline = false
  let isGateway = false
  let marks = 0

  const heal = () => {
    isOffline = false
    isGateway = false
    transport.setOffline(false)
    transport.setGateway(false)
  }
  /** Copies the whole firm; no fault disturbs it. */
  const sync = async () => {
    heal()
    transport.setFaulty(false)
    await again(() =>
      office.wait(async ({ sync: engine }) => {
        engine.start({ everything: true })
        await engine.idle()
      }),
    )
    transport.setFaulty(true)
  }
  const refresh = (entityId: string) =>
    again(() => office.wait(({ sync: engine }) => engine.refreshValuation(entityId).then(() => true))).catch(
      (thrown) => {
        if (thrown instanceof AppError) return false
        throw thrown
      },
    )
  const operations = () => office.operations()
  const openOnes = () => office.openOperations()

  const colleague = async (entityId: string, date: string) => {
    const isUnderWay = openOnes().some(
      ({ parent_id, state }) => parent_id === entityId && (state === 'sending' || state === 'uncertain'),
    )
    // The service has no versions: of two writes within one round trip, the later one does not know the earlier.
    if (isUnderWay || transport.isWriting(entityId)) return
    const latest = office.latest(entityId)
    if (latest) desk.traceSent(latest)
    marks += 1
    const change: ColleagueChange = {
      date,
      name: `Appraised painting ${marks}`,
      value: 1000 + random.below(900_000) / 100,
    }
    const base = latest ?? { directly_held_assets: [] }
    const body = colleagueBody(
      base as Parameters<typeof colleagueBody>[0],
      change,
      assetClassNamed('Art and Collectibles').id,
    )
    const id = await office.createAsColleague(entityId, body)
    story.colleagues.set(id, { entityId, change })
    const made = office.valuations().find((each) => each.id === id)
    for (const [at, asset] of (made?.directly_held_assets ?? []).entries()) {
      const before = latest?.directly_held_assets[at]
      desk.origins.set(asset.id, (before && desk.origins.get(before.id)) ?? { account: null, key: null })
    }
  }

  const disturb = async (batch: Batch) => {
    const event = random.weighted(events)
    if (event === 'moments') await office.moments(1 + random.below(20)).catch(unlessKilled)
    else if (event === 'kill') office.killLater(1 + random.below(60))
    else if (event === 'offline') {
      isOffline = !isOffline
      transport.setOffline(isOffline)
    } else if (event === 'gateway') {
      isGateway = !isGateway
      transport.setGateway(isGateway)
    } else if (event === 'restart') await office.close()
    else if (event === 'signOut') {
      await office.signOut()
      office.signIn()
      await sync()
    } else if (event === 'colleague') {
      const { id } = random.pick(firm.entities)
      const latest = office.latest(id)
      await colleague(
        id,
        random.chance(0.7) && latest ? latest.effective_date : (batch.files[0]?.month.date ?? '2026-07-31'),
      )
    } else if (event === 'refresh') await refresh(random.pick(firm.entities).id)
  }

  /** Whether the service has a valuation or a document of this write, as the advisor sees it in the service's own pages. */
  const presentOf = ({ resource, parent_id, fields, id }: Operation): string | null => {
    const taken = new Set(operations().flatMap((one) => (one.id === id ? [] : (one.server_id ?? []))))
    if (resource !== 'valuations') return null
    const found = office
      .valuations()
      .filter((each) => each.entity_id === parent_id && transport.created.has(each.id) && !taken.has(each.id))
      .findLast(
        (each) =>
          !story.present.has(each.id) && JSON.stringify(transport.created.get(each.id)) === JSON.stringify(fields),
      )
    return found?.id ?? null
  }
  /** Answers a question of the outbox; null if the review answers it. */
  const answerTo = (operation: Operation): Decision | null => {
    const { question, resource } = operation
    const ids = (question?.candidates ?? []).map((each) => String(each.id))
    const there = presentOf(operation)
    switch (question?.kind) {
      case 'other-latest':
        return null
      case 'refused':
        return { decision: 'retry' }
      case 'already-exists':
      case 'several-matches':
      case 'not-found':
      case 'cannot-tell': {
        if (resource === 'documents') return ids[0] ? { decision: 'adopt', id: ids[0] } : { decision: 'send-again' }
        if (there !== null && ids.includes(there)) return { decision: 'adopt', id: there }
        // It is there, hidden behind a newer one; or an equal one of an earlier month's file is.
        if (there !== null) story.present.add(there)
        return there === null && question.kind !== 'already-exists'
          ? { decision: 'send-again' }
          : { decision: 'discard' }
      }
      default:
        return { decision: 'discard' }
    }
  }
  /** Answers one question of the outbox; false if there is none that it answers. */
  const attend = async (): Promise<boolean> => {
    for (const operation of openOnes().filter(needsAttention)) {
      // A late request may still arrive.
      if (operation.parent_id !== null && transport.isUnderWay(operation.parent_id)) continue
      const decision = answerTo(operation)
      if (decision === null) continue
      if (decision.decision === 'discard') {
        story.discarded.add(operation.id)
        // The service has it, or an equal one: it is not approved again.
        await again(() => desk.leaveOut(operation.id))
      }
      await again(() => office.wait(({ outbox }) => outbox.decide(operation.id, decision))).catch(unlessRefused)
      return true
    }
    return false
  }
  /** Time passes and questions are answered, until only the review can go on. */
  const sendAll = async () => {
    for (let round = 0; round < 4000; round += 1) {
      const waiting = openOnes()
      if (waiting.length === 0 || waiting.every(({ question }) => question?.kind === 'other-latest')) return
      if (await attend()) continue
      await office.moments(1).catch(unlessKilled)
    }
    throw new Error(
      `It does not come to an end: ${openOnes().map(({ id, state, question }) => `${id} ${state} ${question?.kind ?? ''}`)}`,
    )
  }

  const fileSome = async (dropped: DroppedFile) => {
    await desk.readAgain(dropped)
    const entities = new Set(
      dropped.read?.accounts.flatMap(({ own }) => (own ? [desk.entityOfAccount(own.account_id, dropped.n)] : [])),
    )
    for (const entity_id of entities) {
      const of = { connectionId, id: dropped.id, entity_id }
      if (random.chance(0.5)) {
        const what = random.chance(0.7) ? 'original' : 'extract'
        const attempt = { dropped, entityId: entity_id, what } as const
        // One that Steward was killed at may be filed all the same.
        story.filed.push(attempt)
        await office
          .ask((api) => api.file({ ...of, what }))
          .catch((thrown) => {
            if (thrown instanceof AppError) story.filed.splice(story.filed.indexOf(attempt), 1)
            else if (!(thrown instanceof Killed)) throw thrown
          })
      }
      if (random.chance(0.3)) {
        const before = office.exported.length
        await again(() => office.ask((api) => api.saveExtract(of))).catch(unlessRefused)
        for (const text of office.exported.slice(before)) story.exported.push({ text, dropped, entityId: entity_id })
      }
    }
  }

  const undo = async (saveId: string) => {
    const when = random.pick(['before', 'while', 'after'] as const)
    const own = () => operations().filter(({ save }) => save?.id === saveId)
    if (when === 'while')
      for (
        let moment = 0;
        moment < 200 && !own().some(({ state }) => state === 'sending' || state === 'done');
        moment += 1
      )
        await office.moments(1).catch(unlessKilled)
    if (when === 'after') await office.moments(150).catch(unlessKilled)
    const result = await office
      .ask((api) => api.undo({ connectionId, save_id: saveId }))
      .catch((thrown) => {
        if (thrown instanceof Killed || thrown instanceof AppError) return null
        throw thrown
      })
    if (result)
      story.undone.push({
        saveId,
        undone: result.undone.map((one) => one.entity_id),
        sent: result.sent.map((one) => one.entity_id),
      })
    return result
  }

  /** Approves what may be, until the review has nothing more that can be approved. */
  const approveAll = async (batch: Batch, fresh: readonly DroppedFile[]) => {
    desk.judgeMappings(await desk.review(), new Set(fresh.map(({ id }) => id)))
    let mayUndo = random.chance(0.35)
    for (let round = 0; round < 8; round += 1) {
      for (const { parent_id, question } of openOnes())
        if (question?.kind === 'other-latest' && parent_id !== null) await refresh(parent_id)
      const review = await desk.answerReview()
      if (review.entities.some(isWaiting)) {
        heal()
        await sendAll()
        continue
      }
      const ready = review.entities.filter(({ state }) => state !== 'blocked')
      if (ready.length === 0) return
      // Just before the approval, a colleague logs a valuation of an entity of it.
      if (random.chance(0.15)) await colleague(random.pick(ready).entity.id, batch.files[0]?.month.date ?? '2026-07-31')
      await disturb(batch)
      const some = random.chance(0.3) ? ready.slice(0, 1 + random.below(ready.length)) : ready
      const result = await desk.approve(some)
      if (result?.undo && mayUndo) {
        mayUndo = false
        const taken = await undo(result.undo.save_id)
        if (taken && taken.undone.length > 0 && random.chance(0.5)) {
          for (const { operation_id } of result.saved) await again(() => desk.leaveOut(operation_id))
        }
      }
      // Before it is sent, a colleague logs another one.
      if (random.chance(0.15))
        await colleague(random.pick(some).entity.id, some[0]?.before?.effective_date ?? '2026-07-31')
      await disturb(batch)
      if (result?.refused.length) {
        heal()
        await sendAll()
      }
    }
  }
  try {
    await sync()
    for (const batch of batches) {
      const fresh: DroppedFile[] = []
      for (const incoming of batch.files) {
        fresh.push(await desk.drop(incoming, batch.n))
        if (random.chance(0.06)) fresh.push(await desk.drop(incoming, batch.n))
        await disturb(batch)
      }
      for (const dropped of fresh) {
        await desk.answerFile(dropped)
        await disturb(batch)
      }
      await approveAll(batch, fresh)
      for (const dropped of fresh) if (dropped.read && random.chance(0.6)) await fileSome(dropped)
      if (random.chance(0.75)) {
        heal()
        await sendAll()
      }
    }
    // All faults end, and what is reviewed again is approved.
    office.spare()
    heal()
    transport.setFaulty(false)
    const [last] = batches.slice(-1)
    for (let round = 0; round < 6; round += 1) {
      await sendAll()
      if (openOnes().length === 0) break
      if (last) await approveAll(last, [])
      office.spare()
      heal()
      transport.setFaulty(false)
    }
    // What the review does not approve again is given up.
    for (const { id } of openOnes()) {
      story.discarded.add(id)
      await office.wait(({ outbox }) => outbox.decide(id, { decision: 'discard' }))
    }
    await sync()
    for (const { id } of office.valuations()) if (transport.created.has(id)) desk.traceSent({ id })
    await plant?.(story)
    const problems = [...desk.problems, ...(await violations(story))]
    return {
      ...{ seed, problems: [...new Set(problems)], lives: office.counts.lives, kills: office.counts.kills },
      valuations: office.valuations().filter(({ id }) => transport.created.has(id)).length,
      documents: story.filed.length + story.exported.length,
      undone: story.undone.reduce((sum, { undone }) => sum + undone.length, 0),
      colleagues: story.colleagues.size,
      faults: Object.entries(transport.counts).reduce(
        (sum, [fault, count]) => (fault === 'none' ? sum : sum + count),
        0,
      ),
    }
  } finally {
    await office.end()
  }
}

function unlessKilled(thrown: unknown): void {
  if (!(thrown instanceof Killed)) throw thrown
}

function unlessRefused(thrown: unknown): void {
  if (!(thrown instanceof AppError)) throw thrown
}
