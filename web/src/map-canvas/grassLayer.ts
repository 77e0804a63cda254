/** The age of the cut as a picture for each zone: one pixel for each square metre, laid onto the ground. */
import type { GrassMemory } from '@greensward/domain'
import type Layer from 'ol/layer/Layer.js'
import { makeOverlay } from './overlay.ts'
import { type Coordinate, toMap } from './project.ts'

export interface GrassLayer {
  readonly layer: Layer
  /** Null takes the pictures away. */
  readonly put: (memories: readonly GrassMemory[] | null, colourOf: CellColour) => void
  readonly stop: () => void
}

/** Red, green, blue and opacity, 0 to 255 each, by the minutes since 1970 of the last cut; 0 was never cut. */
export type CellColour = (minute: number) => readonly [red: number, green: number, blue: number, alpha: number]

interface Picture {
  readonly canvas: HTMLCanvasElement
  readonly northWest: Coordinate
  readonly northEast: Coordinate
  readonly southWest: Coordinate
}

const pictureOf = (memory: GrassMemory, colourOf: CellColour): Picture | undefined => {
  const { frame, ground, minutes, minX, minY, columns, rows } = memory
  const canvas = document.createElement('canvas')
  canvas.width = columns
  canvas.height = rows
  const pen = canvas.getContext('2d')
  if (pen === null) return undefined
  const image = pen.createImageData(columns, rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      if (ground[at] !== 1) continue
      // The first row of a picture is its northernmost.
      image.data.set(colourOf(minutes[at] ?? 0), ((rows - 1 - row) * columns + column) * 4)
    }
  pen.putImageData(image, 0, 0)
  const corner = (x: number, y: number): Coordinate => {
    const [lon, lat] = frame.toLonLat([x, y])
    return toMap([lon, lat])
  }
  return {
    canvas,
    northWest: corner(minX, minY + rows),
    northEast: corner(minX + columns, minY + rows),
    southWest: corner(minX, minY),
  }
}

export const makeGrassLayer = (): GrassLayer => {
  let pictures: readonly Picture[] = []
  const overlay = makeOverlay((pen, { toPixel }) => {
    pen.imageSmoothingEnabled = false
    for (const { canvas, northWest, northEast, southWest } of pictures) {
      const [x, y] = toPixel(northWest)
      const [ex, ey] = toPixel(northEast)
      const [sx, sy] = toPixel(southWest)
      pen.save()
      pen.transform(
        (ex - x) / canvas.width,
        (ey - y) / canvas.width,
        (sx - x) / canvas.height,
        (sy - y) / canvas.height,
        x,
        y,
      )
      pen.drawImage(canvas, 0, 0)
      pen.restore()
    }
    return Number.POSITIVE_INFINITY
  }, 0)
  return {
    layer: overlay.layer,
    put: (memories, colourOf) => {
      pictures = (memories ?? []).flatMap(memory => pictureOf(memory, colourOf) ?? [])
      overlay.layer.setVisible(pictures.length > 0)
      overlay.repaint()
    },
    stop: overlay.stop,
  }
}
