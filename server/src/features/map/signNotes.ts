/** The server sets author and time of a note: neither is taken from the caller. */
import type { CourseDiff, CourseFeature } from '@greensward/domain'

type Signature = Readonly<{ author: string; time: string }>

const signed = (feature: CourseFeature, { author, time }: Signature): CourseFeature =>
  feature.kind === 'note' ? { ...feature, properties: { ...feature.properties, author, time } } : feature

/** @returns the diff with each new note signed by the caller, and each changed one by its first writer */
export const signNotes = (diff: CourseDiff, by: Signature): CourseDiff => ({
  ...diff,
  added: diff.added.map(feature => signed(feature, by)),
  updated: diff.updated.map(([before, after]): [CourseFeature, CourseFeature] => [
    before,
    before.kind === 'note' ? signed(after, before.properties) : after,
  ]),
})
