import type { Page } from 'playwright'
import type { SandboxProcess } from '../../integration/support/sandbox-process.ts'
import { record } from '../pages/record.ts'
import { atService, type ServiceRecord } from './tenant.ts'

const canary = /cnry[a-z0-9]+q/g
const amount = /\$\s?\d[\d,.]*/g

/** Finds canaries of the service's firm and amounts of money in a text. */
export type Lookout = {
  /** All canaries of the firm. */
  planted: ReadonlySet<string>
  /** The household to present, with its canaries that are names. */
  own: {
    id: string
    names: ReadonlySet<string>
    entityId: string
    valuationId: string
    personId: string
    documentId: string
  }
  another: { id: string; entityId: string }
  /** Amounts of the firm, all digits. */
  amounts: ReadonlySet<string>
}

const paths = ['users', 'households', 'individuals', 'entities', 'documents', 'document-summaries']

async function everything(tenant: SandboxProcess) {
  const service = atService(tenant)
  const lists: Record<string, ServiceRecord[]> = {}
  for (const path of paths) lists[path] = await service.list(`/${path}?limit=1000`)
  const valuations = []
  for (const { id } of lists.entities ?? []) {
    const latest = await service.get(`/entities/${id}/valuation`)
    if (latest) valuations.push(latest)
  }
  await service.close()
  return { lists, valuations }
}

const found = (text: string, pattern: RegExp) => text.match(pattern) ?? []

/** Reads the whole firm of a service that was started with `--canaries`. */
export async function lookoutFor(tenant: SandboxProcess): Promise<Lookout> {
  const { lists, valuations } = await everything(tenant)
  const all = JSON.stringify([lists, valuations])
  const [own, another] = lists.households ?? []
  if (!own || !another) throw new Error('The firm has too few households.')
  const ofOwn = (path: string) => (lists[path] ?? []).filter(({ household_id }) => household_id === own.id)
  const records = [own, ...paths.flatMap(ofOwn)]
  const first = (path: string) => ofOwn(path)[0]?.id ?? ''
  const valuedOf = ({ id }: ServiceRecord) =>
    valuations.find(({ entity_id }) =>
      (lists.entities ?? []).some((entity) => entity.id === entity_id && entity.household_id === id),
    )
  return {
    planted: new Set(found(all, canary)),
    own: {
      id: own.id,
      names: new Set(found(JSON.stringify(records), canary).filter((one) => one.startsWith('cnryname'))),
      entityId: String(valuedOf(own)?.entity_id),
      valuationId: String(valuedOf(own)?.id),
      personId: first('individuals'),
      documentId: first('documents'),
    },
    another: { id: another.id, entityId: String(valuedOf(another)?.entity_id) },
    amounts: new Set(
      valuations.flatMap(({ directly_held_assets: assets, directly_held_asset_value: held }) => [
        String(held),
        ...(assets as { value: number }[]).map(({ value }) => String(value)),
      ]),
    ),
  }
}

/** The address of the connection on the screen. */
export const connectionOf = (page: Page): string => new URL(page.url()).pathname.split('/').slice(0, 3).join('/')

/** Opens the household to present. */
export async function openOwn(page: Page, { own }: Lookout): Promise<void> {
  await page.goto(new URL(`${connectionOf(page)}/households/${own.id}`, page.url()).href)
  await record(page).people.waitFor()
}

/** Everything of a page that can be read: text, attributes and values, its title, and the accessibility tree. */
export async function readAll(page: Page): Promise<string> {
  const inDocument = await page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    return [document.title, document.documentElement.outerHTML, ...typed].join('\n')
  })
  return `${inDocument}\n${await page.locator('html').ariaSnapshot()}`
}

/** The parts of a text that must not be shown while presenting; `amounts`: those of the household are shown. */
export function leaksIn(text: string, { own, amounts }: Lookout, shown: { amounts?: boolean } = {}): string[] {
  const canaries = found(text, canary).filter((one) => !own.names.has(one))
  if (shown.amounts) return [...new Set(canaries)]
  const digits = new Set(found(text, /\d+\.\d+/g))
  const raw = [...amounts].filter((one) => digits.has(one))
  return [...new Set([...canaries, ...found(text, amount), ...raw])]
}
