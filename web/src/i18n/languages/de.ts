import refusalsOf from 'zod/v4/locales/de.js'
import { collect } from '../collect.ts'

export const strings = collect(import.meta.glob<object>('../*/de.json', { eager: true, import: 'default' }))
export const refusals = refusalsOf()
