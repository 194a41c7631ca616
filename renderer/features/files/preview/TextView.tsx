import { useCallback } from 'react'
import { formatBytes } from '../../../../shared/domain/bytes.ts'
import { formatCount } from '../../../../shared/domain/counts.ts'
import { EmptyState, ErrorState } from '../../../components/States.tsx'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { lineAt, maxLines, type TextLines } from './text-lines.ts'
import { useRowWindow } from './use-row-window.ts'
import { maxTextBytes, useTextFile } from './use-text-file.ts'
import { useSoughtLine } from './use-word-marks.ts'
import { Waiting } from './Waiting.tsx'

const lineHeight = 20
/** Up to this many lines and characters, a text is drawn as a whole and its long lines wrap, as a letter's should. */
const most = { lines: 1_000, characters: 50_000 }

function Line({ text }: { text: string }) {
  return <div dir="auto">{text}</div>
}

/** A long text: only the lines in view are drawn, each as one row. */
function WindowedLines({ lines, name }: { lines: TextLines; name: string }) {
  const sought = useSoughtLine(
    lines.count,
    useCallback((line: number) => lineAt(lines, line), [lines]),
  )
  const { scroller, onScroll, rows } = useRowWindow(lines.count, lineHeight, sought)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard
    <section className={classes.lines} ref={scroller} onScroll={onScroll} tabIndex={0} aria-label={name}>
      <div style={{ height: lines.count * lineHeight }}>
        <pre style={{ transform: `translateY(${(rows[0] ?? 0) * lineHeight}px)` }}>
          {rows.map((row) => (
            <Line key={row} text={lineAt(lines, row)} />
          ))}
        </pre>
      </div>
    </section>
  )
}

function WrappedLines({ lines, name }: { lines: TextLines; name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard
    <section className={classes.lines} data-wraps="" tabIndex={0} aria-label={name}>
      <pre>
        {[...lines.starts.subarray(0, lines.count)].map((start, row) => (
          <Line key={start} text={lineAt(lines, row)} />
        ))}
      </pre>
    </section>
  )
}

/** The lines of a text: short ones wrap, of a long text only those in view are drawn. */
export function TextLinesView({ lines, name }: { lines: TextLines; name: string }) {
  return lines.count <= most.lines && lines.text.length <= most.characters ? (
    <WrappedLines lines={lines} name={name} />
  ) : (
    <WindowedLines lines={lines} name={name} />
  )
}

function Lines({ lines, source }: { lines: TextLines; source: FileSource }) {
  const note =
    source.size > maxTextBytes
      ? `The first ${formatBytes(maxTextBytes)} of ${formatBytes(source.size)} are shown.`
      : lines.more
        ? `The first ${formatCount(maxLines)} lines are shown.`
        : null
  return (
    <div className={classes.view}>
      {note ? <p className={`line ${classes.bar}`}>{note}</p> : null}
      <TextLinesView lines={lines} name={source.name} />
    </div>
  )
}

/** A text file. */
export function TextView({ source, retry }: { source: FileSource; retry: () => void }) {
  const file = useTextFile(source, 'text')
  if (file.step === 'reading') return <Waiting />
  if (file.step === 'failed') return <ErrorState error={file.error} onRetry={retry} />
  if (file.step === 'given-up')
    return <EmptyState title="This file takes too long to read" hint="Open it in another program." />
  return file.content.text === '' ? (
    <EmptyState title="This file is empty" hint="It has no text." />
  ) : (
    <Lines lines={file.content} source={source} />
  )
}
