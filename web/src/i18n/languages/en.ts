import { collect } from '../collect.ts'

export const strings = collect(import.meta.glob<object>('../*/en.json', { eager: true, import: 'default' }))
