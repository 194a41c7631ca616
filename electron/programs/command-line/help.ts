import { type CommandName, commandOptions, resourceWords } from './arguments.ts'
import { exitCodes } from './exit-codes.ts'

type Help = { usage: string; words: string; examples: readonly string[] }

/** The help of every command; the manual page is made of it as well. */
export const commandHelp: Readonly<Record<CommandName, Help>> = {
  status: {
    usage: 'status',
    words: 'Firms, whether each is open, and how old its copy is.',
    examples: ['steward status'],
  },
  search: {
    usage: 'search TEXT',
    words: 'Records by name, e-mail address, external id or a text, best first.',
    examples: ['steward search "oak family"'],
  },
  list: {
    usage: 'list LIST',
    words: `Rows of a list: ${resourceWords.join(', ')}.`,
    examples: [
      'steward list people --where is_primary=true --columns title,email',
      'steward list entities --where kind=GRAT,SLAT_TRUST --sort -directly_held_asset_value --limit 10',
      'steward list households --where oldest_figure:older_than_days=365 --csv',
      'steward list people --limit 100 --after ind_123',
    ],
  },
  get: {
    usage: 'get ID',
    words: 'One record with its related records; of an entity also its valuation and the values of before.',
    examples: ['steward get hh_123 --json'],
  },
  changes: {
    usage: 'changes',
    words: 'Changes that this computer saw at the service, newest first.',
    examples: ['steward changes --since 2026-01-31'],
  },
  dates: { usage: 'dates', words: 'Dates of the next 90 days.', examples: ['steward dates --days 30'] },
  book: { usage: 'book', words: 'The recorded values of the whole firm.', examples: ['steward book --json'] },
  export: {
    usage: 'export LIST --to FILE',
    words: 'Writes a list to a new file: CSV, or JSON with --json.',
    examples: ['steward export people --to people.csv'],
  },
  sync: {
    usage: 'sync',
    words: 'Reads the service again. With --wait it ends when the run has ended.',
    examples: ['steward sync --wait'],
  },
  open: {
    usage: 'open LINK',
    words: 'Shows a record in Steward.',
    examples: ['steward open steward://household/hh_123'],
  },
  mcp: {
    usage: 'mcp',
    words: 'Serves the Model Context Protocol over its standard input and output, for an assistant that starts it.',
    examples: ['steward mcp'],
  },
  completion: {
    usage: 'completion bash|zsh',
    words: 'Prints a script that completes commands in a shell.',
    examples: ['steward completion bash > ~/.local/share/bash-completion/completions/steward'],
  },
  help: { usage: 'help [COMMAND]', words: 'This, or the help of a command.', examples: [] },
}

const optionWords: Readonly<Record<string, string>> = {
  where:
    '-w, --where CONDITION  only rows that meet it; may be repeated. A column, a sign and a value: kind=GRAT, title~oak,\n                         effective_date<=2025-12-31. Or an operator: effective_date:older_than_days=365, email:has_not',
  columns: '-c, --columns A,B      these columns in this order',
  sort: '-s, --sort COLUMN      the order; -COLUMN for descending',
  limit: '-n, --limit NUMBER     at most so many rows',
  after: '    --after ID         reads on after the row with this id, in the same order',
  before: '    --before NUMBER    reads on before the change with this number',
  household: '    --household ID     only of this household',
  resource: '    --resource LIST    the list of the record, where several have its id',
  since: '    --since TIME       seen after this day or moment',
  from: '    --from DAY         the first day; today if it is left out',
  days: '    --days NUMBER      so many days',
  to: '-o, --to FILE          a file that does not exist yet',
  wait: '    --wait             ends with the run',
}

const commonWords = `Options of every command:
      --firm NAME        the firm, where several are open
      --json, --csv      instead of a table for people
      --user-data-dir D  the folder of the Steward that runs, if it was started with one
  -h, --help             the help of the command`

/** The help, or that of a command. */
export function helpText(of: string | null): string {
  if (of !== null && Object.hasOwn(commandHelp, of)) return ofCommand(of as CommandName)
  const commands = Object.values(commandHelp).map(({ usage, words }) => `  steward ${usage.padEnd(24)} ${words}`)
  return [
    'Reads what the running Steward has, as far as you allowed it in its settings under Other programs. It changes no record.',
    '',
    ...commands,
    '',
    commonWords,
    '',
    `Exit codes: 0 answered${Object.entries(exitCodes)
      .map(([name, code]) => `, ${code} ${name}`)
      .join('')}.`,
    'Errors are written to the standard error. `steward help COMMAND` has examples.',
    'The installed app takes --cli first: steward --cli status. From the source: npm run -s steward -- status.',
    '',
  ].join('\n')
}

function ofCommand(name: CommandName): string {
  const { usage, words, examples } = commandHelp[name]
  const own = commandOptions[name].map((option) => `  ${optionWords[option]}`)
  return [
    `steward ${usage}`,
    words,
    ...(own.length === 0 ? [] : ['', 'Options:', ...own]),
    '',
    commonWords,
    ...(examples.length === 0 ? [] : ['', 'Examples:', ...examples.map((example) => `  ${example}`)]),
    '',
  ].join('\n')
}

const commandNames = Object.keys(commandHelp).join(' ')
const lists = resourceWords.join(' ')

/** The scripts that complete commands, options and lists, by shell. */
export const completions: Readonly<Record<string, string>> = {
  bash: `_steward() {
  local word="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${commandNames}" -- "$word")); return; fi
  case "$command" in
${Object.entries(commandOptions)
  .map(([name, own]) => {
    const words = [...own.map((option) => `--${option}`), '--firm', '--json', '--csv', '--help']
    return `    ${name}) COMPREPLY=($(compgen -W "${words.join(' ')}${name === 'list' || name === 'export' ? ` ${lists}` : ''}" -- "$word")) ;;`
  })
  .join('\n')}
  esac
}
complete -o default -F _steward steward
`,
  zsh: `#compdef steward
_steward() {
  if (( CURRENT == 2 )); then compadd ${commandNames}; return; fi
  case "$words[2]" in
${Object.entries(commandOptions)
  .map(([name, own]) => {
    const words = [...own.map((option) => `--${option}`), '--firm', '--json', '--csv', '--help']
    return `    ${name}) compadd -- ${words.join(' ')}${name === 'list' || name === 'export' ? ` ${lists}` : ''} ;;`
  })
  .join('\n')}
  esac
}
_steward "$@"
`,
}
