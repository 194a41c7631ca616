/** The groups of commands in the palette, the shortcut sheet and the menus. */
export const commandGroups = ['Go to', 'Record', 'List', 'Sync', 'View', 'Help'] as const

export type CommandGroup = (typeof commandGroups)[number]

/** `Mod` is Cmd on a Mac and Ctrl elsewhere. `Mod+K` is a chord, `G H` two keys in sequence. `mac` is a chord for Macs only. */
export type CommandDescription = {
  readonly title: string
  readonly group: CommandGroup
  readonly keys?: string
  readonly mac?: string
  /** Further search words. */
  readonly words?: string
}

/**
 * Every command of the app, as plain data: it feeds the palette, the shortcut sheet and the native menus. The screen that
 * offers a command defines what it does and when it is enabled.
 */
export const commands = {
  'go.today': {
    title: 'Today',
    group: 'Go to',
    keys: 'G Y',
    words: 'home dashboard to do review birthdays missing documents old values figures ai summaries',
  },
  'go.households': { title: 'Households', group: 'Go to', keys: 'G H', words: 'clients families relationships' },
  'go.individuals': {
    title: 'People',
    group: 'Go to',
    keys: 'G I',
    words: 'individuals persons contacts clients email phone family members',
  },
  'go.entities': { title: 'Entities', group: 'Go to', keys: 'G E', words: 'trusts accounts' },
  'go.valuations': { title: 'Valuations', group: 'Go to', keys: 'G V' },
  'go.documents': { title: 'Documents', group: 'Go to', keys: 'G D', words: 'files' },
  'go.texts': {
    title: 'Search in documents',
    group: 'Go to',
    keys: 'G P',
    words: 'find sentence clause words text inside pages of files pdf word full text',
  },
  'go.document-summaries': { title: 'Summaries', group: 'Go to', keys: 'G S', words: 'document summaries ai' },
  'go.users': { title: 'Users', group: 'Go to', keys: 'G U', words: 'advisors staff team colleagues' },
  'go.book': {
    title: 'Whole book',
    group: 'Go to',
    keys: 'G B',
    words: 'balance sheet roll-up total net worth aum assets',
  },
  'go.two-dates': {
    title: 'Compare two dates',
    group: 'Go to',
    words: 'value bridge growth difference year ago last meeting what changed in value over time',
  },
  'go.quality': {
    title: 'Data quality',
    group: 'Go to',
    words: 'missing incomplete birth date state trustee score fix clean up',
  },
  'go.doubles': {
    title: 'Possible duplicates',
    group: 'Go to',
    words: 'doubles twice same person household merge join clean up',
  },
  'go.changes': {
    title: 'Changes',
    group: 'Go to',
    keys: 'G W',
    words: 'what changed since last week colleague seen new timeline',
  },
  'go.dates': {
    title: 'Dates',
    group: 'Go to',
    keys: 'G L',
    words:
      'deadlines due calendar year next estate tax return disclaimer distribution annuity premium expiry term ends',
  },
  'go.outbox': { title: 'Outbox', group: 'Go to', keys: 'G O', words: 'unsent changes waiting conflicts queue' },
  'go.intake': { title: 'Files to upload', group: 'Go to', keys: 'G T', words: 'tray intake dropped documents scan' },
  'go.statements': {
    title: 'Statements',
    group: 'Go to',
    keys: 'G F',
    words: 'custodian brokerage account files holdings positions review approve',
  },
  'go.activity': {
    title: 'Activity',
    group: 'Go to',
    keys: 'G A',
    words:
      'history log audit what did i change on day date yesterday monday tuesday wednesday thursday friday saturday sunday',
  },
  'go.travel': { title: 'Ready for travel', group: 'Go to', keys: 'G R', words: 'offline pinned flight along trip' },
  'go.asset-classes': { title: 'Asset classes', group: 'Go to', keys: 'G C', words: 'directory ids' },
  'go.set-aside': { title: 'Records with problems', group: 'Go to', words: 'unreadable set aside errors invalid' },
  'go.connections': { title: 'All connections', group: 'Go to', words: 'start tenants switch firm' },
  'go.sign-out': { title: 'Sign out…', group: 'Go to', words: 'log off out logout signout leave disconnect' },
  'go.settings': {
    title: 'Settings',
    group: 'Go to',
    keys: 'Mod+,',
    words: 'preferences options policy about password passphrase firm name logo amount log diagnostics feedback',
  },
  'go.back': { title: 'Back', group: 'Go to', keys: 'Alt+ArrowLeft', mac: 'Mod+[' },
  'go.forward': { title: 'Forward', group: 'Go to', keys: 'Alt+ArrowRight', mac: 'Mod+]' },
  'palette.open': { title: 'Search everything', group: 'Go to', keys: 'Mod+K', words: 'find palette commands' },
  'record.edit': { title: 'Edit this record', group: 'Record', keys: 'E', words: 'change' },
  'record.save': { title: 'Save changes', group: 'Record', keys: 'Mod+S', words: 'keep' },
  'edit.undo': { title: 'Undo the last change', group: 'Record', keys: 'Mod+Z', words: 'take back revert unsend' },
  'record.delete': { title: 'Delete this record…', group: 'Record', words: 'remove' },
  'record.close': { title: 'Close this record', group: 'Record', keys: 'Escape' },
  'record.next': { title: 'Next record of the list', group: 'Record', keys: ']', words: 'following down' },
  'record.previous': { title: 'Previous record of the list', group: 'Record', keys: '[', words: 'back up' },
  'record.favourite': { title: 'Add to favorites', group: 'Record', keys: 'Mod+D', words: 'star pin bookmark' },
  'record.unfavourite': { title: 'Remove from favorites', group: 'Record', keys: 'Mod+D', words: 'star unpin' },
  'record.copy-id': { title: 'Copy the record’s ID', group: 'Record' },
  'record.copy-link': { title: 'Copy a link to this record', group: 'Record', words: 'steward address url share' },
  'demo.colleague': {
    title: 'Demo: a colleague edits this record',
    group: 'Record',
    words: 'somebody else conflict change dana whitfield try',
  },
  'household.new': { title: 'New household…', group: 'Record', keys: 'N H', words: 'create add client' },
  'household.pin': {
    title: 'Pin this household for travel',
    group: 'Record',
    keys: 'P',
    words: 'take along offline keep',
  },
  'household.unpin': {
    title: 'Unpin this household',
    group: 'Record',
    keys: 'P',
    words: 'travel offline along',
  },
  'household.pack': { title: 'Meeting pack…', group: 'Record', words: 'pdf print report client review packs' },
  'household.pack-again': {
    title: 'Make the meeting pack as last time',
    group: 'Record',
    keys: 'M',
    words: 'pdf print report client review packs again template quick',
  },
  'individual.new': {
    title: 'New person in this household…',
    group: 'Record',
    keys: 'N I',
    words: 'create add person',
  },
  'import.start': {
    title: 'Import from CSV or Excel…',
    group: 'Record',
    words: 'spreadsheet upload households individuals',
  },
  'documents.add': {
    title: 'Add documents…',
    group: 'Record',
    keys: 'N D',
    words: 'new upload file create attach drop scan',
  },
  'date.add': {
    title: 'Add a date…',
    group: 'Record',
    keys: 'N T',
    words: 'new deadline due reminder calendar premium annuity term expiry review note',
  },
  'valuation.log': {
    title: 'Log a valuation…',
    group: 'Record',
    keys: 'N V',
    words: 'new add value assets create update amount',
  },
  'statements.read': {
    title: 'Read a statement…',
    group: 'Record',
    keys: 'N S',
    words:
      'custodian brokerage account file holdings positions valuation csv xlsx excel ofx qfx quicken import upload drop',
  },
  'statements.read-folder': {
    title: 'Read a folder of statements…',
    group: 'Record',
    words: 'custodian brokerage account files holdings positions import upload',
  },
  'statements.next': { title: 'Next line of the review', group: 'Record', keys: 'J', words: 'statements down' },
  'statements.previous': { title: 'Previous line of the review', group: 'Record', keys: 'K', words: 'statements up' },
  'statements.approve': {
    title: 'Approve this entity’s valuation',
    group: 'Record',
    keys: 'A',
    words: 'statements review log save',
  },
  'statements.approve-all': {
    title: 'Approve all that tie',
    group: 'Record',
    keys: 'Shift+A',
    words: 'statements review log save valuations',
  },
  'texts.next': { title: 'Next document found', group: 'Record', keys: 'J', words: 'search in documents down' },
  'texts.previous': { title: 'Previous document found', group: 'Record', keys: 'K', words: 'search in documents up' },
  'missing.list': {
    title: 'Missing documents…',
    group: 'Record',
    words: 'possibly missing list not on file incomplete rules e-mail email copy send csv',
  },
  'summary.review': { title: 'Mark the summary as reviewed', group: 'Record', keys: 'R', words: 'read checked ai' },
  'summary.next': { title: 'Next summary to review', group: 'Record', keys: 'J', words: 'ai following' },
  'summary.previous': { title: 'Previous summary to review', group: 'Record', keys: 'K', words: 'ai back' },
  'file.download': { title: 'Download the file', group: 'Record', keys: 'D', words: 'fetch offline get document' },
  'file.cancel': { title: 'Stop the download', group: 'Record', words: 'cancel file' },
  'file.open': {
    title: 'Open the file in another program',
    group: 'Record',
    keys: 'O',
    words: 'view word excel acrobat external document',
  },
  'file.save-as': {
    title: 'Save a copy of the file…',
    group: 'Record',
    keys: 'S',
    words: 'export folder disk document',
  },
  'file.remove': {
    title: 'Remove the file from this computer',
    group: 'Record',
    words: 'delete local copy free space',
  },
  'file.find': { title: 'Find in document', group: 'View', keys: 'Mod+F', words: 'search text page' },
  'file.find-next': { title: 'Find next', group: 'View', keys: 'Mod+G', words: 'search forward' },
  'file.find-previous': { title: 'Find previous', group: 'View', keys: 'Mod+Shift+G', words: 'search back' },
  'file.zoom-in': { title: 'Document: zoom in', group: 'View', keys: '+', words: 'larger enlarge' },
  'file.zoom-out': { title: 'Document: zoom out', group: 'View', keys: '-', words: 'smaller reduce' },
  'file.fit-width': { title: 'Document: fit width', group: 'View', words: 'zoom wide view' },
  'file.fit-page': { title: 'Document: fit page', group: 'View', words: 'zoom whole page' },
  'file.rotate': { title: 'Document: rotate right', group: 'View', words: 'turn clockwise' },
  'file.print': { title: 'Print the document…', group: 'View', keys: 'Mod+P', words: 'paper printer' },
  'window.open': { title: 'Open this screen in a new window', group: 'View' },
  'screen.print': { title: 'Print this screen…', group: 'View', keys: 'Mod+P', words: 'paper printer list page' },
  'screen.pdf': { title: 'Save this screen as PDF…', group: 'View', words: 'file export paper print' },
  'list.search': { title: 'Search this list', group: 'List', keys: 'Mod+F', words: 'find type narrow' },
  'list.filter': { title: 'Filter this list', group: 'List', keys: 'F', words: 'find narrow' },
  'list.clear-filters': { title: 'Remove all filters', group: 'List', words: 'clear reset show everything' },
  'list.columns': { title: 'Choose columns…', group: 'List', words: 'show hide pin order' },
  'list.group': { title: 'Group the list by…', group: 'List', words: 'groups sections headings owner kind stage' },
  'list.ungroup': { title: 'Do not group the list', group: 'List', words: 'groups remove' },
  'list.close-groups': { title: 'Close all groups', group: 'List', words: 'collapse fold' },
  'list.open-groups': { title: 'Open all groups', group: 'List', words: 'expand unfold' },
  'list.comfortable': { title: 'Rows: comfortable', group: 'List', words: 'density height' },
  'list.compact': { title: 'Rows: compact', group: 'List', words: 'density height' },
  'list.save-view': { title: 'Save the view', group: 'List', words: 'keep filters columns' },
  'list.save-view-as': { title: 'Save as a new view…', group: 'List', keys: 'Mod+Shift+S', words: 'keep filters' },
  'list.revert-view': { title: 'Undo changes to the view', group: 'List', words: 'revert reset' },
  'list.select-all': { title: 'Select all rows', group: 'List', words: 'mark everything' },
  'list.clear-selection': {
    title: 'Deselect all rows',
    group: 'List',
    keys: 'Escape',
    words: 'clear unmark selection',
  },
  'list.copy': { title: 'Copy the selected rows, or the cell', group: 'List', words: 'clipboard' },
  'list.edit': { title: 'Edit the selected rows…', group: 'List', words: 'bulk change many mass' },
  'list.export-xlsx': { title: 'Export to Excel (XLSX)', group: 'List', words: 'save file spreadsheet download' },
  'list.export-csv': { title: 'Export to text (CSV)', group: 'List', words: 'save file download' },
  'sync.start': { title: 'Sync now', group: 'Sync', words: 'refresh check update' },
  'sync.cancel': { title: 'Stop the sync', group: 'Sync', words: 'cancel' },
  'travel.check': { title: 'Check pinned households now', group: 'Sync', words: 'travel offline verify fetch' },
  'travel.stop': { title: 'Stop checking pinned households', group: 'Sync', words: 'travel cancel' },
  'outbox.send': { title: 'Send pending changes now', group: 'Sync', words: 'outbox waiting upload retry release' },
  'outbox.hold': { title: 'Pause sending', group: 'Sync', words: 'outbox hold back pause stop sending' },
  'present.toggle': {
    title: 'Presenter mode',
    group: 'View',
    keys: 'Mod+Shift+H',
    words: 'present hide amounts meeting client share screen mask leave privacy private presentation presenting',
  },
  'client.overview': { title: 'Presenter mode: overview', group: 'View', keys: '1', words: 'client view value' },
  'client.estate': { title: 'Presenter mode: estate', group: 'View', keys: '2', words: 'client view map' },
  'client.people': { title: 'Presenter mode: people', group: 'View', keys: '3', words: 'client view family' },
  'client.documents': { title: 'Presenter mode: documents', group: 'View', keys: '4', words: 'client view files' },
  'client.dates': { title: 'Presenter mode: dates', group: 'View', keys: '5', words: 'client view deadlines' },
  'steward.lock': { title: 'Lock Steward', group: 'View', keys: 'Mod+Shift+L', words: 'screen away passphrase hide' },
  'theme.system': { title: 'Theme: follow the system', group: 'View', words: 'dark light colours mode' },
  'theme.light': { title: 'Theme: light', group: 'View', words: 'colours mode' },
  'theme.dark': { title: 'Theme: dark', group: 'View', words: 'colours night mode' },
  'help.open': { title: 'Help', group: 'Help', keys: 'F1', words: 'manual guide how to what does it mean support' },
  'help.shortcuts': { title: 'Keyboard shortcuts', group: 'Help', keys: '?', words: 'keys help hotkeys' },
  'help.licences': { title: 'Third-party licenses', group: 'Help', words: 'open source licences notices of others' },
  'help.about': { title: 'About Steward', group: 'Help', words: 'version' },
} as const satisfies Record<string, CommandDescription>

export type CommandId = keyof typeof commands

export const commandIds = Object.keys(commands) as [CommandId, ...CommandId[]]
