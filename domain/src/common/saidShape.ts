/** A message to a person as it is stored and sent: a code of the catalogue with its params. */
import type { Said } from '@greensward/messages'
import { z } from 'zod'

const plainParam = z.union([z.string(), z.number()])
const saidWith = <T extends z.ZodType>(param: T) =>
  z.object({ code: z.string(), params: z.record(z.string(), z.union([plainParam, param, z.array(param)])) })

/** How deep texts are within one another: a mission missed, its start refused, the lines that refused it. */
export const PARTS_DEPTH = 3

export const saidShape: z.ZodType<Said> = saidWith(saidWith(saidWith(saidWith(plainParam))))

/** Values for the placeholders of a code's text. */
export const saidParams: z.ZodType<Said['params']> = z.record(
  z.string(),
  z.union([plainParam, saidShape, z.array(saidShape)]),
)
