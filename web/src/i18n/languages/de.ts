import sentences from '@greensward/domain/notificationTexts/de.json' with { type: 'json' }
import refusalsOf from 'zod/v4/locales/de.js'
import { collect } from '../collect.ts'

/** What the sign-in, the frame of every page and the map say. */
const { notifications, ...others } = collect(
  import.meta.glob<object>('../{common,errors,login,map,notifications,shell}/de.json', {
    eager: true,
    import: 'default',
  }),
)
export const strings = { ...others, notifications: { ...notifications, ...sentences } }
export const refusals = refusalsOf()
