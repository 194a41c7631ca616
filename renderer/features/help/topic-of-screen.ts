/** A topic of the manual, and one of its headings; without a heading, the topic's beginning. */
export type HelpPlace = { topic: string; anchor: string }

/** The place in the manual for every address of the router, as `topic` or `topic#heading`. A `$` part matches any text. */
export const topicsOfScreens: Readonly<Record<string, string>> = {
  '/': 'connect',
  '/connect': 'connect',
  '/connections/$connectionId/edit': 'connect#change-a-connection',
  '/sign-in/$connectionId': 'connect#sign-in',
  '/settings': 'computer',
  '/licences': 'it',
  '/c/$connectionId': 'today',
  '/c/$connectionId/today': 'today',
  '/c/$connectionId/households': 'lists',
  '/c/$connectionId/households/new': 'edit#add-a-household-or-a-person',
  '/c/$connectionId/households/$id': 'meeting',
  '/c/$connectionId/households/$id/individuals/new': 'edit#add-a-household-or-a-person',
  '/c/$connectionId/individuals': 'lists',
  '/c/$connectionId/individuals/$id': 'edit',
  '/c/$connectionId/entities': 'lists',
  '/c/$connectionId/entities/$id': 'valuation',
  '/c/$connectionId/entities/$id/valuation/new': 'valuation',
  '/c/$connectionId/asset-classes': 'valuation#asset-classes',
  '/c/$connectionId/valuations': 'lists',
  '/c/$connectionId/valuations/$id': 'valuation#history',
  '/c/$connectionId/documents': 'documents',
  '/c/$connectionId/documents/search': 'pages',
  '/c/$connectionId/documents/not-searched': 'pages#what-is-not-searched',
  '/c/$connectionId/documents/$id': 'documents#read-a-file',
  '/c/$connectionId/document-summaries': 'documents#summaries',
  '/c/$connectionId/document-summaries/$id': 'documents#summaries',
  '/c/$connectionId/users': 'lists',
  '/c/$connectionId/users/$id': 'lists#my-households',
  '/c/$connectionId/intake': 'documents#files-to-upload',
  '/c/$connectionId/statements': 'statements',
  '/c/$connectionId/statements/$id': 'statements#the-file-itself',
  '/c/$connectionId/import': 'lists#import-from-csv-or-excel',
  '/c/$connectionId/bulk/$resource': 'lists#edit-many-records-at-once',
  '/c/$connectionId/book': 'meeting#the-whole-book',
  '/c/$connectionId/two-dates': 'today#then-and-now',
  '/c/$connectionId/quality': 'today#data-quality',
  '/c/$connectionId/doubles': 'edit#possible-duplicates',
  '/c/$connectionId/doubles/$oneId/$otherId': 'edit#possible-duplicates',
  '/c/$connectionId/doubles/households/$oneId/$otherId': 'edit#possible-duplicates',
  '/c/$connectionId/changes': 'today#what-changed',
  '/c/$connectionId/dates': 'today#dates',
  '/c/$connectionId/outbox': 'conflict#the-outbox',
  '/c/$connectionId/outbox/$operationId': 'conflict',
  '/c/$connectionId/travel': 'travel',
  '/c/$connectionId/activity': 'edit#put-back-an-older-value',
  '/c/$connectionId/set-aside': 'states#records',
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')

function matches(pattern: string, path: string): boolean {
  const wanted = partsOf(pattern)
  const parts = partsOf(path)
  return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
}

/** Splits `topic#heading`. */
export function parsePlace(text: string): HelpPlace {
  const [topic = '', anchor = ''] = text.split('#')
  return { topic, anchor }
}

/** The place in the manual about the screen at an address. An exact address comes before one with any text in it. */
export function topicOfScreen(path: string): HelpPlace {
  const patterns = Object.keys(topicsOfScreens).filter((pattern) => matches(pattern, path))
  const [best] = patterns.toSorted((one, other) => one.split('$').length - other.split('$').length)
  return parsePlace((best && topicsOfScreens[best]) ?? 'README')
}
