/** Buildings and other objects: roofs with their shadows, cars in the car park, machines, bridges, flags and tee markers. */
import type { XY } from '@greensward/geometry'
import { chance } from '../course/chance.ts'
import { holes } from '../course/holes.ts'
import { buildings, carPark, type Roof, range, rangeTargets } from '../course/landscape.ts'
import { bridges } from '../course/paths.ts'
import { specimens } from '../course/specimen.ts'
import { blend, type Canvas, type Rgb, shadow, toPixel } from './canvas.ts'

/** Visits the pixels of a turned box with its own coordinates in metres and how much of the pixel it covers. */
const inBox = (
  canvas: Canvas,
  centre: XY,
  lengthM: number,
  widthM: number,
  angleRad: number,
  visit: (column: number, row: number, u: number, v: number, cover: number) => void,
): void => {
  const { eastM, southM } = canvas.place
  const [column, row] = toPixel(canvas.place, centre[0], centre[1])
  const reach = Math.hypot(lengthM, widthM) / 2 + 1
  const cos = Math.cos(angleRad)
  const sin = Math.sin(angleRad)
  for (let r = Math.floor(row - reach / southM); r <= Math.ceil(row + reach / southM); r++) {
    for (let c = Math.floor(column - reach / eastM); c <= Math.ceil(column + reach / eastM); c++) {
      const x = (c + 0.5 - column) * eastM
      const y = (row - r - 0.5) * southM
      const u = x * cos + y * sin
      const v = y * cos - x * sin
      const inside = Math.min(lengthM / 2 - Math.abs(u), widthM / 2 - Math.abs(v))
      const cover = Math.min(1, Math.max(0, inside / eastM + 0.5))
      if (cover > 0) visit(c, r, u, v, cover)
    }
  }
}

const ROOF: Readonly<Record<Roof['look'], Rgb>> = {
  slate: [128, 132, 140],
  tile: [172, 112, 86],
  metal: [176, 186, 184],
}

const paintRoof = (canvas: Canvas, roof: Roof): void => {
  const [red, green, blue] = ROOF[roof.look]
  const { lengthM, widthM, angleRad } = roof
  inBox(canvas, roof.centre, lengthM, widthM, angleRad, (c, r, u, v, cover) => {
    // Hip roof: the face nearest to the edge decides where the slope looks.
    const toEnd = lengthM / 2 - Math.abs(u)
    const toSide = widthM / 2 - Math.abs(v)
    const onEnd = roof.look !== 'metal' && toEnd < toSide
    const faceU = onEnd ? Math.sign(u) : 0
    const faceV = onEnd ? 0 : Math.sign(v)
    const faceEast = faceU * Math.cos(angleRad) - faceV * Math.sin(angleRad)
    const faceNorth = faceU * Math.sin(angleRad) + faceV * Math.cos(angleRad)
    const lit = 1 + 0.2 * (faceNorth - faceEast) * Math.SQRT1_2
    const courses = 1 + 0.035 * Math.sin((onEnd ? u : v) * 9)
    const ridge = Math.abs(v) < 0.35 && !onEnd ? 1.1 : 1
    const eave = Math.min(toEnd, toSide) < 0.5 ? 0.88 : 1
    const light = lit * courses * ridge * eave
    blend(canvas, c, r, red * light, green * light, blue * light, cover)
  })
}

const CAR_COLOURS: readonly Rgb[] = [
  [228, 230, 232],
  [52, 58, 66],
  [150, 36, 40],
  [44, 80, 128],
  [176, 180, 184],
  [98, 104, 110],
  [226, 226, 220],
  [60, 88, 72],
]

const paintCar = (canvas: Canvas, at: XY, angleRad: number, colour: Rgb): void => {
  inBox(canvas, [at[0] + 0.5, at[1] - 0.5], 4.6, 2, angleRad, (c, r, _u, _v, cover) =>
    shadow(canvas, c, r, cover * 0.4),
  )
  inBox(canvas, at, 4.4, 1.85, angleRad, (c, r, u, v, cover) => {
    const glass = (u > 0.3 && u < 1.1) || (u < -1.2 && u > -1.75)
    const shine = 1 - Math.abs(v) * 0.12
    const [red, green, blue] = glass ? [48, 60, 68] : colour
    blend(canvas, c, r, red * shine, green * shine, blue * shine, cover)
  })
}

const paintCarPark = (canvas: Canvas): void => {
  const next = chance('cars')
  const xs = carPark.ring.map(point => point[0])
  const ys = carPark.ring.map(point => point[1])
  const west = Math.min(...xs) + 7
  const east = Math.max(...xs) - 5
  const south = Math.min(...ys)
  const rows = [south + 5, south + 17, south + 23, south + 35]
  for (const y of rows) {
    for (let x = west; x <= east; x += 2.7) {
      inBox(canvas, [x - 1.35, y], 0.14, 4.8, 0, (c, r, _u, _v, cover) =>
        blend(canvas, c, r, 226, 226, 220, cover * 0.7),
      )
      const taken = next() < 0.56
      const colour = CAR_COLOURS[Math.floor(next() * CAR_COLOURS.length)]
      const turned = next() < 0.5
      if (taken && colour !== undefined) {
        paintCar(
          canvas,
          [x + (next() - 0.5) * 0.3, y + (next() - 0.5) * 0.5],
          (turned ? 1 : -1) * (Math.PI / 2),
          colour,
        )
      }
    }
  }
}

const dot = (canvas: Canvas, at: XY, radiusM: number, colour: Rgb): void => {
  inBox(canvas, at, radiusM * 2, radiusM * 2, 0, (c, r, u, v, cover) => {
    if (Math.hypot(u, v) <= radiusM) blend(canvas, c, r, colour[0], colour[1], colour[2], cover)
  })
}

const TEE_MARKERS: readonly Rgb[] = [
  [250, 250, 250],
  [250, 214, 60],
  [60, 110, 210],
  [206, 56, 60],
]

const paintFlag = (canvas: Canvas, at: XY): void => {
  inBox(canvas, [at[0] + 1, at[1] - 1], 3, 0.22, -Math.PI / 4, (c, r, _u, _v, cover) =>
    shadow(canvas, c, r, cover * 0.45),
  )
  dot(canvas, at, 0.35, [250, 250, 246])
  inBox(canvas, [at[0] + 0.7, at[1] + 0.5], 1.3, 0.8, 0.3, (c, r, _u, _v, cover) =>
    blend(canvas, c, r, 204, 52, 48, cover),
  )
}

const paintPlay = (canvas: Canvas): void => {
  for (const shapes of holes()) {
    const next = chance(`flag ${shapes.route.number}`)
    paintFlag(canvas, shapes.line.place(shapes.line.lengthM + (next() - 0.5) * 8, (next() - 0.5) * 8))
    shapes.tees.forEach((tee, i) => {
      const x = tee.reduce((sum, point) => sum + point[0], 0) / tee.length
      const y = tee.reduce((sum, point) => sum + point[1], 0) / tee.length
      const on = shapes.line.project([x, y])
      for (const side of [-2.2, 2.2]) {
        dot(canvas, shapes.line.place(on.alongM + 1, on.leftM + side), 0.32, TEE_MARKERS[i] ?? [250, 250, 250])
      }
    })
  }
  for (const at of rangeTargets) paintFlag(canvas, at)
  const ys = range.ring.map(point => point[1])
  for (let y = Math.min(...ys) + 10; y < Math.max(...ys) - 8; y += 3) {
    inBox(canvas, [90, y], 1.5, 1.5, 0, (c, r, _u, _v, cover) => blend(canvas, c, r, 70, 104, 70, cover * 0.8))
  }
  for (const specimen of specimens()) {
    if (specimen.kind === 'sprinkler') dot(canvas, specimen.at, 0.3, [52, 62, 56])
    if (specimen.kind === 'post') {
      inBox(canvas, [specimen.at[0] + 0.5, specimen.at[1] - 0.5], 1.6, 0.3, -Math.PI / 4, (c, r, _u, _v, cover) =>
        shadow(canvas, c, r, cover * 0.4),
      )
      dot(canvas, specimen.at, 0.32, [248, 244, 236])
    }
  }
}

const paintBridges = (canvas: Canvas): void => {
  for (const bridge of bridges) {
    const a = bridge.line[0]
    const b = bridge.line.at(-1)
    if (a === undefined || b === undefined) continue
    const centre: XY = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0])
    const lengthM = Math.hypot(b[0] - a[0], b[1] - a[1]) - 2
    inBox(canvas, [centre[0] + 0.7, centre[1] - 0.7], lengthM, 3.6, angle, (c, r, _u, _v, cover) =>
      shadow(canvas, c, r, cover * 0.45),
    )
    inBox(canvas, centre, lengthM, 3.4, angle, (c, r, u, v, cover) => {
      const rail = Math.abs(v) > 1.4
      const plank = (rail ? 0.72 : 1) * (1 + 0.07 * Math.sin(u * 14))
      blend(canvas, c, r, 178 * plank, 152 * plank, 118 * plank, cover)
    })
  }
}

/** All of it, over the painted ground and under the trees. */
export const paintBuilt = (canvas: Canvas): void => {
  paintBridges(canvas)
  paintCarPark(canvas)
  for (const building of buildings) {
    for (const roof of building.roofs) {
      inBox(
        canvas,
        [roof.centre[0] + 2, roof.centre[1] - 2],
        roof.lengthM + 1,
        roof.widthM + 1,
        roof.angleRad,
        (c, r, _u, _v, cover) => shadow(canvas, c, r, cover * 0.42),
      )
    }
  }
  for (const building of buildings) for (const roof of building.roofs) paintRoof(canvas, roof)
  paintPlay(canvas)
}
