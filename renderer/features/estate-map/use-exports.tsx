import { useMutation, useQuery } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { localToday } from '../../../shared/domain/days.ts'
import { layoutBySize } from '../../../shared/domain/estate-map/size-layout.ts'
import { layoutStructure } from '../../../shared/domain/estate-map/structure-layout.ts'
import { SizeDrawing } from '../../../shared/estate-drawing/SizeDrawing.tsx'
import { StructureDrawing } from '../../../shared/estate-drawing/StructureDrawing.tsx'
import { type EstateMap, maxPictureText } from '../../../shared/ipc/estate.ts'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { amountsAreHidden, pageAmounts } from '../../lib/amounts.ts'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { presentingNow } from '../../lib/presenting.ts'
import { resolvedColors } from './colors.ts'
import type { StructureState } from './StructureView.tsx'

/** The width of an exported map, in pixels. */
const pictureWidth = 1200
/** A PNG has this many pixels per unit, unless it would be larger than a canvas may be. */
const sharpness = 2
const mostPixels = 16_000

/** The exported part of an estate: the picture that is shown. */
export type ShownPicture = { map: EstateMap; view: 'map' | 'size'; state: StructureState }

/** The picture as an SVG that needs nothing else: no scripts, styles, links or references, and colours by value. */
function svgOf({ map, view, state }: ShownPicture): string {
  const place = document.createElement('div')
  const root = createRoot(place)
  const colors = resolvedColors()
  const today = localToday(new Date())
  const hidesSizes = amountsAreHidden()
  const structure = () =>
    layoutStructure(map, {
      ...{ width: pictureWidth, today, hidesSizes, ...state },
      hidesAges: presentingNow() !== null,
      expectsRoles: presentingNow() === null,
      amounts: pageAmounts,
    })
  flushSync(() =>
    root.render(
      view === 'size' && !hidesSizes ? (
        <SizeDrawing
          {...{ colors, today, layout: layoutBySize(map.entities, pictureWidth), amounts: pageAmounts }}
          label={`Estate of ${map.household_name} by size`}
        />
      ) : (
        <StructureDrawing layout={structure()} colors={colors} label={`Estate map of ${map.household_name}`} />
      ),
    ),
  )
  const svg = place.querySelector('svg')
  const text = svg ? new XMLSerializer().serializeToString(svg) : ''
  root.unmount()
  return text
}

/** The same picture as a PNG in base64, less sharp if it would not fit into a message. */
async function pngOf(svg: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const sharp = pixelsOf(image, sharpness)
  return sharp.length <= maxPictureText ? sharp : pixelsOf(image, 1)
}

function pixelsOf(image: HTMLImageElement, wanted: number): string {
  const scale = Math.min(wanted, mostPixels / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}

const notRead = 'The estate has not been read yet.'

/** Saves the map as a picture, and the user's links as a file. */
export function useExports(id: string, picture: ShownPicture | null) {
  const api = useApi()
  const client = useClient()
  const connectionId = useConnection().id
  const onSuccess = ({ file }: { file: { name: string; handle: string } | null }) => {
    if (file !== null) toastFile('Exported to', file)
  }
  const saving = useMutation({
    async mutationFn({ shown, format }: { shown: ShownPicture; format: 'svg' | 'png' }) {
      const svg = svgOf(shown)
      const content = format === 'svg' ? svg : await pngOf(svg)
      return client.estate.savePicture({ connectionId, id, picture: { format, content } })
    },
    onSuccess,
  })
  const links = useMutation(api.estate.exportLinks.mutationOptions({ onSuccess }))
  const noPicture = useForbidden('estate.savePicture')
  const noLinks = useForbidden('estate.exportLinks')
  const dates = useQuery(api.dates.ofHousehold.queryOptions({ input: { connectionId, household_id: id } }))
  const hasOwn = (picture?.map.links.length ?? 0) + (dates.data?.dates.length ?? 0) > 0
  const nothing =
    picture === null ? notRead : picture.map.entities.length === 0 ? 'There are no entities to draw.' : null
  const isOwnRead = picture !== null && dates.data !== undefined
  const noOwn = isOwnRead ? 'There are no links or dates of yours in this household.' : notRead
  const save = (format: 'svg' | 'png') => {
    if (picture) saving.mutate({ shown: picture, format })
  }
  return [
    { label: 'Export as SVG…', onRun: () => save('svg'), reason: noPicture ?? nothing },
    { label: 'Export as PNG…', onRun: () => save('png'), reason: noPicture ?? nothing },
    {
      label: 'Export your links and dates…',
      onRun: () => links.mutate({ connectionId, id }),
      reason: noLinks ?? (hasOwn ? null : noOwn),
    },
  ]
}
