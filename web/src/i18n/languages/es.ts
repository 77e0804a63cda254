import refusalsOf from 'zod/v4/locales/es.js'
import { collect } from '../collect.ts'

export const strings = collect(import.meta.glob<object>('../*/es.json', { eager: true, import: 'default' }))
export const refusals = refusalsOf()
