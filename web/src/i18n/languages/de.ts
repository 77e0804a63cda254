import { collect } from '../collect.ts'

export const strings = collect(import.meta.glob<object>('../*/de.json', { eager: true, import: 'default' }))
