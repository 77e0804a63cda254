import refusalsOf from 'zod/v4/locales/en.js'
import { collect } from '../collect.ts'

export const strings = collect(import.meta.glob<object>('../*/en.json', { eager: true, import: 'default' }))
export const refusals = refusalsOf()
