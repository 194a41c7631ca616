import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import classes from './settings.module.css'

type About = ContractOutputs['settings']['about']

/**
 * The name and version of this browser, from its user agent; for the browser shell, where the main process does not know them.
 */
const ownBrowser = (): string | null =>
  /Chrom(?:e|ium)\/[\d.]+/.exec(navigator.userAgent)?.[0].replace('/', ' ') ?? null

const linesOf = ({ version, shell, system, node, electron, chromium, sqlite }: About): [string, string | null][] => [
  ['Version', version],
  ['Shell', shell === 'desktop' ? 'Desktop app' : 'Browser app window'],
  ['System', system],
  ['Electron', electron],
  ['Browser', chromium === null ? ownBrowser() : `Chromium ${chromium}`],
  ['Node', node],
  ['SQLite', sqlite],
]

/** Version information, licences and the runtime of Steward. */
export function AboutSection() {
  const query = useQuery(useApi().settings.about.queryOptions({ input: {} }))
  return (
    <Section
      title="About Steward"
      aside={
        query.data ? (
          <CopyButton
            label="Copy version details"
            text={linesOf(query.data)
              .map(([label, value]) => `${label}: ${value ?? '–'}`)
              .join('\n')}
          />
        ) : null
      }
    >
      <QueryView query={query} label="version details">
        {(about) => (
          <FieldList fields={linesOf(about).flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))} />
        )}
      </QueryView>
      <p className={classes.links}>
        <Link to="/licences">Third-party licenses</Link>
      </p>
    </Section>
  )
}
