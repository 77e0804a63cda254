import { collect } from '../collect.ts'

export const strings = collect(import.meta.glob<object>('../*/es.json', { eager: true, import: 'default' }))
