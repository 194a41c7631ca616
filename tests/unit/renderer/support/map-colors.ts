import type { MapColors } from '../../../../shared/estate-drawing/map-colors.ts'

export const colors: MapColors = {
  ground: '#fff',
  quiet: '#eee',
  line: '#ccc',
  ink: '#111',
  inkQuiet: '#555',
  onBox: '#fff',
  negative: '#b00',
  warn: '#640',
  accent: '#166',
  ofStatus: () => '#1a657c',
  ofPerson: () => '#4b5ea8',
}
