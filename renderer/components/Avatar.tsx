import { initialsOf } from '../../shared/domain/initials.ts'
import { stableColor } from '../../shared/domain/stable-color.ts'
import { KindIcon } from '../../shared/estate-drawing/KindIcon.tsx'
import classes from './avatar.module.css'

/** Pixels: in a row, in a card, in a page's heading. */
export type AvatarSize = 22 | 32 | 40

/** A round picture: initials on the person's own colour. Decorative: the name is beside it. */
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
export function AvatarStack({ people }: { people: readonly { id: string; name: string }[] }) {
  return (
    <span className={classes.stack}>
      {people.slice(0, 3).map(({ id, name }) => (
        <PersonAvatar key={id} id={id} name={name} size={40} />
      ))}
    </span>
  )
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
