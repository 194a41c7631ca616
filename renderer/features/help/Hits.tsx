import { Highlighted } from '../../components/Highlighted.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import classes from './help.module.css'
import { contents, goInHelp } from './help-state.ts'
import type { ManualHit } from './search-manual.ts'

/** The results of a search, each with the words around its first match. */
export function Hits({ hits, searched }: { hits: readonly ManualHit[]; searched: string }) {
  return (
    <div className={classes.body}>
      <output className={classes.count}>
        {hits.length === 0
          ? `Nothing in Help has “${searched}”.`
          : hits.length === 1
            ? '1 result'
            : `${hits.length} results`}
      </output>
      {hits.length === 0 ? (
        <p className="below">
          Try another word, or a part of one.{' '}
          <button type="button" className={classes.link} onClick={() => goInHelp(contents)}>
            Show the contents
          </button>
        </p>
      ) : null}
      <ul className={classes.hits} aria-label="Results" onKeyDown={moveByLine}>
        {hits.map((hit) => (
          <li key={`${hit.topic}#${hit.anchor}`}>
            <button type="button" data-line className={classes.hit} onClick={() => goInHelp(hit)}>
              <span className="strong">
                <Highlighted text={hit.title} matches={hit.titleMatches} />
              </span>
              {hit.within === null ? null : <span className="note">{hit.within}</span>}
              <span className={classes.excerpt}>
                <Highlighted text={hit.excerpt} matches={hit.excerptMatches} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
