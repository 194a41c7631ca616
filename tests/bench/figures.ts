/** The benches, in the order in which `all` runs them. */
export const benchNames = [
  'query',
  'today',
  'sync',
  'write',
  'start',
  'grid',
  'changes',
  'files',
  'map',
  'texts',
  'documents',
  'scans',
  'pack',
  'statements',
  'growth',
  'peers',
] as const

export type BenchName = (typeof benchNames)[number]

type Unit = 'ms' | 'ratio' | 'MiB' | '%' | 'points' | 'exponent'

/** The goal of a figure. */
export type Goal = { comparison: '<' | '≤' | '≥'; value: number }

export type Figure = {
  /** The benches that measure it. If several ran, the value of the last one counts. */
  benches: readonly BenchName[]
  unit: Unit
  goal: Goal | null
  better: 'less' | 'more'
  about: string
  /** Says on what else the figure depends, if the rest of the machine's work changes it. */
  dependsOn?: string
}

type Parts = Omit<Figure, 'benches' | 'unit' | 'better' | 'goal'> & { goal: Goal | null }

const below = (value: number): Goal => ({ comparison: '<', value })
const atMost = (value: number): Goal => ({ comparison: '≤', value })
const atLeast = (value: number): Goal => ({ comparison: '≥', value })

const figure =
  (better: Figure['better']) =>
  (benches: BenchName | readonly BenchName[], unit: Unit, parts: Parts): Figure => ({
    benches: typeof benches === 'string' ? [benches] : benches,
    unit,
    better,
    ...parts,
  })
const less = figure('less')
const more = figure('more')

const cores = 'Client and service share the cores of this computer with everything else that runs on it.'
const threads = 'Several threads wake each other, so that other load on the computer delays each of them.'
const disk = 'Includes writes that wait for the disk, which other programs use as well.'
const frames = 'Chromium draws without a graphics card, and late frames also come from other load.'

/** The exponent of a kind of work: the slope of log time over log people. */
const exponent = (goal: Goal | null, about: string) => less('growth', 'exponent', { goal, about })

/** Every figure: which bench measures it, its unit, its goal, and whether less is better. */
export const figures = {
  book_ms: less('query', 'ms', { goal: below(5), about: 'Balance sheet of the whole book, p95' }),
  household_ms: less('query', 'ms', { goal: below(5), about: 'Balance sheet of a household, p95' }),
  count_ms: less('query', 'ms', { goal: below(30), about: 'Exact count of two filters on all people, p95' }),
  first_page_by_index_ms: less('query', 'ms', {
    goal: below(30),
    about: 'First 100 people in an order that an index has, right after a start, p95',
    dependsOn: threads,
  }),
  first_page_of_any_sort_ms: less('query', 'ms', {
    goal: below(60),
    about: 'First 100 people in an order without an index, right after a start, p95',
    dependsOn: threads,
  }),
  first_page_backwards_ms: less('query', 'ms', {
    goal: below(200),
    about: 'The same by e-mail backwards, where each row comes before those already held',
    dependsOn: threads,
  }),
  whole_order_ms: less('query', 'ms', {
    goal: below(1500),
    about: 'Sorting all people by the slowest column',
  }),
  ipc_ms_per_100: less('query', 'ms', {
    goal: atMost(1),
    about: 'Added to the statement for 100 rows by the way to the screen, p95, the slower transport',
    dependsOn: threads,
  }),
  page_ratio: less('query', 'ratio', { goal: atMost(1.3), about: 'Page of 100 rows anywhere, beside bare SQLite' }),
  deep_page_ratio: less('query', 'ratio', {
    goal: atMost(1.5),
    about: 'Page at 90 % of a list, beside one at its start',
  }),
  count_ratio: less('query', 'ratio', { goal: atMost(1.5), about: 'Count with any filter, beside bare SQLite' }),
  search_ratio: less('query', 'ratio', { goal: atMost(1.3), about: 'Search for each keystroke, beside bare SQLite' }),
  household_ratio: less('query', 'ratio', {
    goal: atMost(1.3),
    about: 'Balance sheet of a household, beside bare SQLite',
  }),
  book_ratio: less('query', 'ratio', { goal: atMost(2), about: 'Balance sheet of the whole book, beside bare SQLite' }),

  today_ms: less('today', 'ms', {
    goal: below(50),
    about: 'Today of the whole firm after an edit: processor time, p95',
  }),
  dates_ms: less('today', 'ms', {
    goal: below(50),
    about: 'Dates of a year, of the firm or of an owner, the slower: processor time, p95',
  }),
  quality_rule_ms: less('today', 'ms', {
    goal: null,
    about: 'A rule of Data quality after an edit: processor time, p95',
  }),
  doubles_ms: less('today', 'ms', { goal: null, about: 'All doubles of the firm: processor time, median' }),
  missing_first_ms: less('today', 'ms', {
    goal: null,
    about: 'The first count of missing documents, in steps: processor time',
  }),
  missing_edit_ratio: less('today', 'ratio', {
    goal: null,
    about: 'Receiving changed people with the counts that follow them: processor time, beside the same without them',
  }),

  first_sweep_ratio: more('sync', 'ratio', {
    goal: atLeast(0.21),
    about: 'Rate of a first sweep, beside a walk that only requests and parses the same pages',
    dependsOn: cores,
  }),
  latency_sweep_ratio: more('sync', 'ratio', { goal: atLeast(0.9), about: 'The same with 80 ms for each page' }),
  unchanged_sweep_ratio: more('sync', 'ratio', {
    goal: atLeast(2),
    about: 'Rate of a sweep in which nothing changed',
    dependsOn: cores,
  }),
  one_percent_sweep_ratio: more('sync', 'ratio', {
    goal: atLeast(1.2),
    about: 'Rate of a sweep in which one record in a hundred changed',
    dependsOn: cores,
  }),
  main_stall_ms: less('sync', 'ms', {
    goal: atMost(50),
    about: 'Longest stall of the main thread in a first sweep',
    dependsOn: threads,
  }),
  main_stall_p999_ms: less('sync', 'ms', {
    goal: atMost(16),
    about: 'Stall of the main thread that 99.9 % do not exceed',
    dependsOn: threads,
  }),
  rss_growth_mib: less(['sync', 'growth'], 'MiB', {
    goal: atMost(200),
    about: 'Memory added by a first sweep: of 1,000,000 people in growth, of 87,000 records in sync',
  }),

  save_p95_ms: less('write', 'ms', {
    goal: atMost(40),
    about: 'From pressing Save to “Saved” on screen, over a million people, p95',
    dependsOn: disk,
  }),
  save_form_p95_ms: less('write', 'ms', { goal: null, about: 'Of it: until the page sends the edit' }),
  save_ipc_p95_ms: less('write', 'ms', { goal: null, about: 'Of it: to the core and back', dependsOn: threads }),
  save_kept_p95_ms: less('write', 'ms', { goal: null, about: 'Of it: in the core, with its commit', dependsOn: disk }),
  save_paint_p95_ms: less('write', 'ms', { goal: null, about: 'Of it: from the answer to the painted word' }),
  drain_ratio: more('write', 'ratio', {
    goal: atLeast(0.8),
    about: 'Rate of sending queued edits to a service 20 ms away, beside a plain loop of the same calls',
  }),
  drain_ratio_on_this_computer: more('write', 'ratio', {
    goal: atLeast(0.8),
    about: 'The same with the service on this computer',
    dependsOn: cores,
  }),

  import_ratio: less('write', 'ratio', {
    goal: atMost(1.5),
    about: 'Saving an import of 50,000 rows: CPU time of its last 5,000 people, beside its first 5,000',
  }),
  import_cpu_ms: less('write', 'ms', { goal: null, about: 'CPU time of saving 1,000 of these rows', dependsOn: disk }),
  import_undo_cpu_ms: less('write', 'ms', {
    goal: null,
    about: 'CPU time of undoing 1,000 of these rows',
    dependsOn: disk,
  }),

  start_ratio: less('start', 'ratio', {
    goal: atMost(1.5),
    about: 'From starting the program to the first household rows, beside a static page',
    dependsOn: cores,
  }),
  app_memory_mib: less('start', 'MiB', { goal: atMost(350), about: 'Memory of the program then, with its page' }),

  first_rows_ratio: less('grid', 'ratio', {
    goal: atMost(2.5),
    about: 'First rows of a list, beside a plain list from memory',
    dependsOn: frames,
  }),
  late_frames_points: less('grid', 'points', {
    goal: atMost(2),
    about: 'Late frames in fast scrolling, beyond those of a plain list, in percentage points',
    dependsOn: frames,
  }),
  blank_percent: less('grid', '%', {
    goal: atMost(15),
    about: 'Frames with missing rows in fast scrolling',
    dependsOn: frames,
  }),
  heap_growth_mib: less('grid', 'MiB', {
    goal: atMost(30),
    about: 'Growth of the page’s heap by scrolling a million rows',
  }),

  one_percent_sweep_kept: more('changes', 'ratio', {
    goal: atLeast(0.9),
    about: 'Rate of a sweep that records changes, beside one that does not',
    dependsOn: cores,
  }),
  one_percent_sweep_cpu_kept: more('changes', 'ratio', {
    goal: atLeast(0.9),
    about: 'The same in processor time',
  }),
  timeline_ms_p95: less('changes', 'ms', { goal: below(50), about: 'Changes of a household, of a million changes' }),
  household_mark_ms_p95: less('changes', 'ms', { goal: below(50), about: 'When a household was last looked at' }),
  counts_of_100_ms_p95: less('changes', 'ms', { goal: below(50), about: 'Numbers of changes of 100 households' }),
  firm_page_ms_p95: less('changes', 'ms', { goal: below(50), about: 'Latest changes of the firm' }),

  upload_ratio: more('files', 'ratio', { goal: atLeast(0.45), about: 'Rate of sending 1 GiB, beside a bare pipe' }),
  download_ratio: more('files', 'ratio', { goal: atLeast(0.6), about: 'Rate of receiving 1 GiB, beside a bare pipe' }),
  transfer_rss_growth_mib: less('files', 'MiB', { goal: atMost(64), about: 'Memory added by a transfer of 1 GiB' }),
  sparse_rss_growth_mib: less('files', 'MiB', {
    goal: atMost(64),
    about: 'Memory added by an upload of 5 GiB, measured with --sparse',
  }),

  map_first_ms: less('map', 'ms', { goal: below(200), about: 'First drawing of an estate map of 150 entities' }),
  map_p50_ms: less('map', 'ms', { goal: below(50), about: 'Each further drawing, median' }),
  map_slowest_ms: less('map', 'ms', { goal: below(200), about: 'Each further drawing, the slowest' }),
  map_open_ms: less('map', 'ms', { goal: below(200), about: 'First drawing with every kind open' }),
  map_choose_ms: less('map', 'ms', { goal: below(50), about: 'Choosing a person where every kind is open, median' }),
  map_step_ms: less('map', 'ms', { goal: below(50), about: 'Moving the focus to another card there, median' }),
  map_fold_ms: less('map', 'ms', { goal: below(50), about: 'Closing a kind there, median' }),

  text_task_ms: less('texts', 'ms', {
    goal: below(100),
    about: 'Longest task of the page while it draws the largest texts, tables, Markdown and names within the limits',
    dependsOn: frames,
  }),

  statements_review_ratio: less('statements', 'ratio', {
    goal: atMost(1.5),
    about:
      'From a dropped file of 12 accounts with 200 rows each to its review on screen, less 0.5 s, beside parsing it',
    dependsOn: threads,
  }),
  statements_task_ms: less('statements', 'ms', {
    goal: atMost(50),
    about: 'Longest task of the page while 40 files of 500 rows come in, in processor time of its own',
    dependsOn: frames,
  }),
  statements_mapped_ratio: less('statements', 'ratio', {
    goal: atMost(1.2),
    about: 'Review of 12 accounts in a firm that knows 50,000 accounts, beside one that knows these 12',
    dependsOn: threads,
  }),

  documents_keystroke_p95_ms: less('documents', 'ms', {
    goal: atMost(50),
    about: 'Search in 100,000 pages of documents for each letter of a sentence, 95th percentile',
  }),
  documents_index_mib: less('documents', 'MiB', { goal: null, about: 'Text and index of 100,000 pages of documents' }),
  documents_stall_ms: less('documents', 'ms', {
    goal: atMost(50),
    about: 'Longest stall of the main thread while pages are read, indexed and searched',
    dependsOn: cores,
  }),
  documents_reading_ratio: more('documents', 'ratio', {
    goal: atLeast(0.8),
    about: 'Pages of PDFs of a folder read and indexed a second, beside pdfjs alone',
    dependsOn: cores,
  }),
  documents_reader_mib: less('documents', 'MiB', {
    goal: atMost(768),
    about: 'Most memory of the process that reads the PDFs',
  }),

  scans_typing_ratio: less('scans', 'ratio', {
    goal: atMost(1.1),
    about: 'Search for each keystroke while a page of a scan waits for the user, beside the same without; medians',
    dependsOn: cores,
  }),
  scans_scrolling_ratio: less('scans', 'ratio', {
    goal: atMost(1.1),
    about:
      'From a jump in a list to its painted rows while a page of a scan waits for the user, beside the same without; medians',
    dependsOn: cores,
  }),
  scans_late_frames_points: less('scans', 'points', {
    goal: atMost(1),
    about: 'Late frames while scrolling fast and a page of a scan waits for the user, more than without',
    dependsOn: frames,
  }),
  scans_sync_ratio: less('scans', 'ratio', {
    goal: atMost(1.1),
    about: 'First sync while a page of a scan waits for the user, beside the same without',
    dependsOn: cores,
  }),

  pack_one_household_ms: less('pack', 'ms', {
    goal: below(3000),
    about: 'Meeting pack of a household of 150 entities',
  }),
  pack_each_of_many_ms: less('pack', 'ms', { goal: null, about: 'Each of 50 meeting packs in a row' }),
  pack_rss_growth_mib: less('pack', 'MiB', { goal: below(50), about: 'Memory added by 40 packs, without garbage' }),
  pack_browser_growth_mib: less('pack', 'MiB', { goal: below(100), about: 'Memory added to the printer by 40 packs' }),
  pack_rss_mib: less('pack', 'MiB', { goal: null, about: 'Memory of the bench while it makes packs' }),
  pack_browser_mib: less('pack', 'MiB', { goal: null, about: 'Memory of the printer, a browser' }),

  page_exponent: exponent(atMost(0.1), 'Page of 100 rows near the start of a list'),
  deep_page_exponent: exponent(atMost(0.1), 'Page of 100 rows at 90 % of a list'),
  keystroke_exponent: exponent(atMost(0.5), 'Search for each keystroke'),
  household_exponent: exponent(atMost(0.1), 'Balance sheet of a household'),
  book_exponent: exponent(atMost(0.1), 'Balance sheet of the whole book'),
  count_exponent: exponent(atMost(1.05), 'Exact count of two filters (1: one pass over the list)'),
  save_exponent: exponent(atMost(0.1), 'From pressing Save to “Saved” on screen'),
  start_exponent: exponent(atMost(0.1), 'From starting the program to the first household rows'),
  sweep_exponent: exponent(atMost(1.05), 'First sweep of the whole firm (1: each record takes as long)'),
  memory_exponent: exponent(null, 'Memory of the program with its page'),
} as const satisfies Record<string, Figure>

export type FigureName = keyof typeof figures

/** Returns the figures of a bench, in the order of the table. */
export function figuresOf(bench: BenchName): FigureName[] {
  return names().filter((name) => describeFigure(name).benches.includes(bench))
}

/** Returns the names of all figures, in the order of the table. */
export const names = (): FigureName[] => Object.keys(figures) as FigureName[]

export const describeFigure = (name: FigureName): Figure => figures[name]

export const isMet = ({ comparison, value }: Goal, measured: number): boolean =>
  comparison === '<' ? measured < value : comparison === '≤' ? measured <= value : measured >= value

export const goalText = (goal: Goal | null): string => (goal ? `${goal.comparison} ${goal.value}` : '–')
