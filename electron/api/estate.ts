import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import { fileNamePart } from '../../shared/domain/file-names.ts'
import type { LinkOutcome } from '../../shared/ipc/estate.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import { datedFileName } from '../exports/saved-files.ts'
import type { Connection } from '../tenants/connection.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'
import type { FileSaver } from './exports.ts'

/** Longest household name in a file name, in bytes. */
const maxNameBytes = 80

/** The first bytes of every PNG. */
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The elements that a map consists of. None of them runs code or loads anything. */
const pictureElements = new Set(['svg', 'g', 'rect', 'path', 'circle', 'line', 'text', 'title', 'desc'])
const tag = /<\/?([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*\/?>/g
const attribute = /([\w:-]+)="([^"]*)"/g
const activeAttribute = /^(?:on.*|style|src|(?:.*:)?href)$/i

/** Whether a text is an SVG of these elements only, without handlers and references. */
function isPassiveSvg(text: string): boolean {
  if (!text.startsWith('<svg ') || !text.endsWith('</svg>')) return false
  for (const [, name = '', attributes = ''] of text.matchAll(tag)) {
    if (!pictureElements.has(name)) return false
    for (const [, key = '', value = ''] of attributes.matchAll(attribute)) {
      // Its label is a name, which may say anything.
      if (activeAttribute.test(key) || (key !== 'aria-label' && /url\s*\(/i.test(value))) return false
    }
  }
  return !text.replace(tag, '').includes('<')
}

/** The map of a household: its links, which are stored on this computer only, and its pictures. */
export function createEstateUseCases(
  runtimes: Pick<Runtimes, 'get'>,
  { saveFile, saveText }: FileSaver,
  publish: EventHub['publish'],
): UseCases['estate'] {
  const inConnection = withConnection(runtimes)
  const changed = ({ id: connectionId }: Connection) => publish({ type: 'kept', connectionId, what: 'estate' })
  const written = async (connection: Connection, outcome: Promise<LinkOutcome>) => {
    const { refused } = await outcome
    if (refused === null) changed(connection)
    return outcome
  }
  return {
    map: inConnection(({ store }, { id }) => store.read('estate.map', { id })),
    roles: inConnection(({ store }, node) => store.read('estate.roles', node)),
    trustees: inConnection(({ store }, { entity_ids }) => store.read('estate.trustees', { entity_ids })),
    addLink: inConnection(({ store }, link, connection) =>
      written(connection, store.writeLedger('estate.addLink', { ...link, id: randomUUID() })),
    ),
    setLinkRemoved: inConnection(({ store }, link, connection) =>
      written(connection, store.writeLedger('estate.setLinkRemoved', link)),
    ),
    moveLink: inConnection(({ store }, move, connection) =>
      written(connection, store.writeLedger('estate.moveLink', move)),
    ),
    amounts: inConnection(({ store }, { household_id }) => store.read('estate.amounts', { household_id })),
    setFirmAmount: inConnection(async ({ store }, { amount }, connection) => {
      const own = amount === null ? null : { amount, primaries: null, is_off: false }
      await store.writeLedger('estate.setAmount', { household_id: null, own })
      changed(connection)
    }),
    setOwnAmount: inConnection(async ({ store }, { household_id, own }, connection) => {
      await store.writeLedger('estate.setAmount', { household_id, own })
      changed(connection)
    }),
    setRejected: inConnection(async ({ store }, rejection, connection) => {
      await store.writeLedger('estate.setRejected', rejection)
      changed(connection)
    }),
    savePicture: inConnection(async ({ store }, { id, picture }, { name: connectionName }) => {
      const content = contentOf(picture)
      const { household_name } = await store.read('estate.map', { id })
      const suggestedName = fileName('Estate map', household_name, { connectionName, extension: picture.format })
      const file = { procedure: 'estate.savePicture', suggestedName, content: [content], isForeign: false } as const
      return { file: await saveFile(file) }
    }),
    exportLinks: inConnection(async ({ store }, { id }, { name: connectionName, base_url: service }) => {
      const { household_name, links } = await store.read('estate.map', { id })
      const { dates } = await store.read('dates.ofHousehold', { household_id: id })
      const rule_exceptions = await store.read('rules.exceptions', { household_id: id })
      const household = { id, name: household_name }
      const file = { format: 'steward-estate-links-1', service, household, links, dates, rule_exceptions }
      const suggestedName = fileName('Estate links', household_name, { connectionName, extension: 'json' })
      const text = `${JSON.stringify(file, null, 2)}\n`
      return { file: await saveText({ procedure: 'estate.exportLinks', suggestedName, text }) }
    }),
  }
}

const fileName = (title: string, household: string, more: { connectionName: string; extension: string }) =>
  datedFileName(`${title} ${fileNamePart(household, maxNameBytes)}`.trim(), { ...more, now: new Date() })

type Picture = { format: 'svg' | 'png'; content: string }

/** @throws AppError `ipc/bad-request` */
function contentOf({ format, content }: Picture): Uint8Array {
  if (format === 'svg') {
    if (!isPassiveSvg(content)) throw notAPicture()
    return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`)
  }
  const bytes = Buffer.from(content, 'base64')
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) throw notAPicture()
  return bytes
}

function notAPicture(): AppError {
  return new AppError('ipc/bad-request', {
    message: 'This picture cannot be saved.',
    nextStep: 'Open the household again, then export its map once more.',
  })
}
