import type { PlacedPerson } from '../domain/estate-map/layout.ts'
import { initialsOf } from '../domain/initials.ts'
import type { MapColors } from './map-colors.ts'
import { SvgText } from './SvgText.tsx'
import { personRoles } from './words.ts'

const radius = 13

/** A person: initials, name, and the roles that the service allows. */
export function DrawnPerson({ place, colors }: { place: PlacedPerson; colors: MapColors }) {
  const { x, y, width, height, person } = place
  const left = x + 44
  const room = width - 52
  const roles = personRoles(person)
  return (
    <>
      <rect
        {...{ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 8 }}
        fill={colors.ground}
        stroke={colors.line}
      />
      <circle cx={x + 22} cy={y + height / 2} r={radius} fill={colors.ofPerson(person.id)} />
      <text
        x={x + 22}
        y={y + height / 2 + 4}
        textAnchor="middle"
        fontSize={11}
        fontWeight={600}
        fill={colors.onBox}
        unicodeBidi="isolate"
      >
        {initialsOf(person.name)}
      </text>
      <SvgText
        text={person.name}
        {...{ x: left, y: y + (roles === '' ? height / 2 + 4 : 17), width: room }}
        weight={600}
        color={colors.ink}
      />
      {roles === '' ? null : (
        <SvgText text={roles} {...{ x: left, y: y + 32, width: room }} size={11} color={colors.inkQuiet} />
      )}
    </>
  )
}
