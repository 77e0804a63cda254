import refusalsOf from 'zod/v4/locales/es.js'
import { collect } from '../collect.ts'

/** What the sign-in, the frame of every page and the map say. */
export const strings = collect(
  import.meta.glob<object>('../{common,errors,login,map,notifications,shell}/es.json', {
    eager: true,
    import: 'default',
  }),
)
export const refusals = refusalsOf()
