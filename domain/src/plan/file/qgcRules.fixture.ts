/**
 * The rules of QGroundControl's loader for the `.plan` file of a ground rover, for tests: from its page on the file format, and
 * apart from the code that writes and reads such files here.
 */
import { z } from 'zod'

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)
const latLon = z.tuple([latitude, longitude])

const WAYPOINT = 16
/** The commands that ArduPilot Rover runs, of those that a plan of ours may hold. */
const ROVER_COMMANDS = [WAYPOINT, 178, 181, 183]

const altitude = {
  Altitude: z.number(),
  AltitudeMode: z.number().int().min(0).max(4),
  AMSLAltAboveTerrain: z.number().nullable(),
}
const item = {
  type: z.literal('SimpleItem'),
  autoContinue: z.literal(true),
  doJumpId: z.number().int().positive(),
}
const waypoint = z.strictObject({
  ...item,
  ...altitude,
  command: z.literal(WAYPOINT),
  frame: z.literal(3),
  params: z.tuple([z.number(), z.number(), z.number(), z.null(), latitude, longitude, z.number()]),
})
const order = z.strictObject({
  ...item,
  command: z.number().refine(command => command !== WAYPOINT && ROVER_COMMANDS.includes(command)),
  frame: z.literal(2),
  params: z.array(z.number()).length(7),
})

const fencePolygon = z.strictObject({
  version: z.literal(1),
  inclusion: z.boolean(),
  polygon: z
    .array(latLon)
    .min(3)
    // Rings of a fence are open.
    .refine(ring => JSON.stringify(ring[0]) !== JSON.stringify(ring.at(-1))),
})
const fenceCircle = z.strictObject({
  version: z.literal(1),
  inclusion: z.boolean(),
  circle: z.strictObject({ center: latLon, radius: z.number().positive() }),
})

export const qgcRules = z.looseObject({
  fileType: z.literal('Plan'),
  version: z.literal(1),
  groundStation: z.literal('QGroundControl'),
  mission: z.strictObject({
    version: z.literal(2),
    firmwareType: z.literal(3),
    vehicleType: z.literal(10),
    cruiseSpeed: z.number().positive(),
    hoverSpeed: z.number().positive(),
    globalPlanAltitudeMode: z.number().int(),
    plannedHomePosition: z.tuple([latitude, longitude, z.number()]),
    items: z
      .array(z.union([waypoint, order]))
      .min(1)
      .refine(items => items.every(({ doJumpId }, index) => doJumpId === index + 1)),
  }),
  geoFence: z.strictObject({
    version: z.literal(2),
    polygons: z.array(fencePolygon),
    circles: z.array(fenceCircle),
  }),
  rallyPoints: z.strictObject({
    version: z.literal(2),
    points: z.array(z.tuple([latitude, longitude, z.number()])),
  }),
})
