import {
  type Icon,
  IconBriefcase,
  IconBuildingBank,
  IconBuildingEstate,
  IconCoins,
  IconHeartHandshake,
  IconPigMoney,
  type IconProps,
  IconShieldCheck,
} from '@tabler/icons-react'
import { createElement } from 'react'
import { stableColor } from '../lib/stable-color.ts'
import classes from './avatar.module.css'

/** Pixels: in a row, in a card, in a page's heading. */
export type AvatarSize = 22 | 32 | 40

const characters = new Intl.Segmenter()

/** The first letters of the first and the last word, as whole characters: an emoji or a letter with accents is not cut. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = (word: string | undefined) =>
    [...characters.segment(word?.replace(/^[^\p{L}\p{N}]+/u, '') ?? '')][0]?.segment ?? ''
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase('en-US')
}

/** A round picture of a person: initials on the person's own colour. Decorative: the name is beside it. */
export function PersonAvatar({ name, id, size = 22 }: { name: string; id: string; size?: AvatarSize }) {
  return (
    <span
      className={classes.person}
      data-size={size}
      style={{ background: stableColor('person', id) }}
      aria-hidden="true"
      data-avatar
      // Drawn by the style sheet, so that they are not part of the name beside them when that is copied or searched.
      data-initials={initialsOf(name)}
    />
  )
}

/** Up to three people, overlapping, as at the head of a household. */
export function AvatarStack({
  people,
  size = 40,
}: {
  people: readonly { id: string; name: string }[]
  size?: AvatarSize
}) {
  return (
    <span className={classes.stack}>
      {people.slice(0, 3).map(({ id, name }) => (
        <PersonAvatar key={id} id={id} name={name} size={size} />
      ))}
    </span>
  )
}

const kindIcons: readonly [RegExp, Icon][] = [
  [/INSURANCE|ILIT/, IconShieldCheck],
  [/QPRT/, IconBuildingEstate],
  [/RETIREMENT|TUITION/, IconPigMoney],
  [/ACCOUNT/, IconCoins],
  [/FOUNDATION|DONOR|CRT|CLT/, IconHeartHandshake],
  [/BUSINESS/, IconBriefcase],
]

/** The icon of an entity's kind. Decorative: the kind is named beside it. */
export function KindIcon({ kind, ...props }: { kind: string } & IconProps) {
  const icon = kindIcons.find(([pattern]) => pattern.test(kind))?.[1] ?? IconBuildingBank
  return createElement(icon, { stroke: 1.75, 'aria-hidden': true, ...props })
}

/** A square picture of an entity: the icon of its kind on the kind's colour. Decorative: name and kind are beside it. */
export function EntityAvatar({ kind, size = 22 }: { kind: string; size?: AvatarSize }) {
  return (
    <span
      className={classes.entity}
      data-size={size}
      style={{ background: stableColor('entity-kind', kind) }}
      aria-hidden="true"
      data-avatar
    >
      <KindIcon kind={kind} size={Math.round(size * 0.6)} />
    </span>
  )
}
