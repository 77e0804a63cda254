/** The possible targets of a group of elements in a file. The file proposes one, and the person who imports chooses. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** One word for each target; a zone names its type: `zone:<id of the zone type>`. */
export const importTarget = z
  .string()
  .regex(
    new RegExp(
      `^(ignore|hole|area|missionArea|markedArea|wc|garage|note|tree|restriction:(mowers|carts|both)|road:(cartPath|service|walking|crossing)|zone:${UUID})$`,
    ),
    fieldFault('importTarget'),
  )
export type ImportTargetName = z.infer<typeof importTarget>

/** `ring` is a closed line, which may be meant as the line or as what it goes round. */
export const importShapeKind = z.enum(['area', 'ring', 'line', 'point'])
export type ImportShapeKind = z.infer<typeof importShapeKind>

/** Things of a file that are alike: all become the same. */
export const importGroup = z.strictObject({
  key: z.string(),
  /** By a tag such as golf=green, by a word in their names, by their layer or folder, or by their shape alone. */
  by: z.enum(['tag', 'word', 'layer', 'shape']),
  label: z.string(),
  shape: importShapeKind,
  count: z.number().int(),
  target: importTarget,
})
export type ImportGroup = z.infer<typeof importGroup>

/** Units that a drawing may be in. */
export const DRAWING_UNITS = [
  'millimetres',
  'centimetres',
  'decimetres',
  'metres',
  'kilometres',
  'inches',
  'feet',
  'usSurveyFeet',
  'yards',
  'miles',
] as const
export type DrawingUnit = (typeof DRAWING_UNITS)[number]

/** The options of the person who imports the file. */
export const importOptions = z.strictObject({
  /** Another target for a group, by its key. */
  mapping: z.record(z.string().max(300), importTarget).default({}),
  /** EPSG code of coordinates that are not longitude and latitude and do not say what they are. */
  epsg: z.number().int().min(1).max(999_999).optional(),
  /** Unit of a drawing, instead of the one that it names. */
  unit: z.enum(DRAWING_UNITS).optional(),
})
export type ImportOptions = z.infer<typeof importOptions>
