/** The book of an import: what became of each element of the file. */

import type { ImportPreview } from '@greensward/contract'
import type { CourseFeature } from '@greensward/domain'
import type { ImportElement } from './importElement.ts'
import type { ImportMeaning } from './importMeaning.ts'
import { type ShapeFault, type ShapeOutcome, storedShape } from './importShape.ts'

type Refused = ImportPreview['refused'][number]

/** Collects what becomes of each element. */
export const importLedger = (newId: () => string) => {
  const features: CourseFeature[] = []
  const counts = new Map<string, number>()
  const ignored = new Map<string, number>()
  const refused: Refused[] = []
  const ignore = (what: string): void => {
    ignored.set(what, (ignored.get(what) ?? 0) + 1)
  }
  const report = (source: string, becomes: string, fault: ShapeFault, repaired: boolean): void => {
    refused.push({ source, becomes, ...fault, repaired })
  }
  /** Reports the faults of an outcome and gives what can be used. */
  const usable = <T>(source: string, becomes: string, outcome: ShapeOutcome<T>): readonly T[] => {
    for (const fault of outcome.repaired) report(source, becomes, fault, true)
    for (const fault of outcome.refused) report(source, becomes, fault, false)
    return outcome.shapes
  }
  /** Adds what `source` became; an area in its pieces where it is not sound once it is stored. */
  const add = (source: string, feature: CourseFeature): void => {
    const shapes =
      feature.geometry.type === 'Polygon'
        ? usable(source, feature.kind, storedShape(feature.geometry))
        : [feature.geometry]
    for (const [i, geometry] of shapes.entries())
      features.push({ ...feature, geometry, id: i === 0 ? feature.id : newId() } as CourseFeature)
    counts.set(feature.kind, (counts.get(feature.kind) ?? 0) + shapes.length)
  }
  return { features, counts, ignored, refused, add, ignore, report, usable }
}
export type ImportLedger = ReturnType<typeof importLedger>

/** An element and what it means. */
export interface MeantElement {
  readonly element: ImportElement
  readonly meaning: ImportMeaning
  /** A person or the word in its name says what it is: it belongs to the course wherever it lies. */
  readonly isChosen?: boolean
}
