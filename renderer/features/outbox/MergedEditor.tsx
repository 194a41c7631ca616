import { Radio, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { TextPart } from '../../../shared/domain/merge-text.ts'
import type { FieldConflict } from '../../../shared/domain/operation.ts'
import { TextDifference } from '../../components/difference/Difference.tsx'
import classes from './conflict.module.css'
import { type Keep, partsOf, putTogether } from './decide-fields.ts'

type Overlap = Extract<TextPart, { kind: 'overlap' }>

const choices: readonly { keep: Keep; label: string }[] = [
  { keep: 'theirs', label: 'Theirs' },
  { keep: 'mine', label: 'Mine' },
  { keep: 'both', label: 'Both' },
]

const lines = (texts: readonly string[]) => texts.join('\n')

function OverlapChoice({
  part,
  name,
  kept,
  onKeep,
}: {
  part: Overlap
  name: string
  kept: Keep
  onKeep: (keep: Keep) => void
}) {
  return (
    <li className={classes.overlap}>
      <div className={classes.sides}>
        <div>
          <span className={classes.side}>Theirs</span>
          {part.theirs.length > 0 ? (
            <TextDifference before={lines(part.base)} after={lines(part.theirs)} />
          ) : (
            <em>removed</em>
          )}
        </div>
        <div>
          <span className={classes.side}>Mine</span>
          {part.mine.length > 0 ? (
            <TextDifference before={lines(part.base)} after={lines(part.mine)} />
          ) : (
            <em>removed</em>
          )}
        </div>
      </div>
      <Radio.Group
        label={name}
        classNames={{ label: classes.side }}
        value={kept}
        onChange={(value) => onKeep(value as Keep)}
      >
        <div className={classes.keeps}>
          {choices.map(({ keep, label }) => (
            <Radio key={keep} size="xs" value={keep} label={label} />
          ))}
        </div>
      </Radio.Group>
    </li>
  )
}

type Props = { conflict: FieldConflict; label: string; value: string; onChange: (text: string) => void }

/** Merges a text from both sides: overlap by overlap, or by editing the whole text. */
export function MergedEditor({ conflict, label, value, onChange }: Props) {
  const parts = useMemo(() => partsOf(conflict), [conflict])
  const [keep, setKeep] = useState<Readonly<Record<number, Keep>>>({})
  const byHand = value !== putTogether(parts, keep)
  const overlaps = parts.flatMap((part, at) => (part.kind === 'overlap' ? [{ part, at }] : []))
  return (
    <div className={classes.merged}>
      <p className="quiet">
        {overlaps.length === 1
          ? 'You both changed this passage.'
          : `You both changed these ${overlaps.length} passages.`}{' '}
        Everything else is already merged.
      </p>
      <ol className={classes.overlaps}>
        {overlaps.map(({ part, at }, number) => (
          <OverlapChoice
            key={at}
            part={part}
            name={`${label}, passage ${number + 1}`}
            kept={keep[at] ?? 'both'}
            onKeep={(kept) => {
              const next = { ...keep, [at]: kept }
              setKeep(next)
              onChange(putTogether(parts, next))
            }}
          />
        ))}
      </ol>
      <Textarea
        label={`${label}, merged`}
        description={byHand ? 'Edited. Choosing above starts over.' : 'You can edit this text.'}
        size="sm"
        autosize
        minRows={4}
        maxRows={20}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
