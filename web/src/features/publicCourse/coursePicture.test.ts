import type { PublicCourse } from '@greensward/domain'
import { describe, expect, it } from 'vitest'
import { coursePictureOf } from './coursePicture.ts'

const course = (degree: number): PublicCourse => ({
  courseName: 'Meadow',
  degree,
  holes: [
    {
      name: '1',
      par: 4,
      lengthM: 111,
      line: [
        [0, 51],
        [0, 51.001],
      ],
    },
  ],
  areas: [],
})

describe('the picture of a course', () => {
  it('has north above and the whole course within its box', () => {
    const { lines, box } = coursePictureOf(course(0))
    const [tee, green] = lines[0] ?? []
    expect(tee?.[1]).toBeCloseTo(0, 6)
    expect(green?.[1]).toBeCloseTo(-111.3, 0)
    expect(box[1]).toBeLessThan(green?.[1] ?? 0)
    expect(box[1] + box[3]).toBeGreaterThan(tee?.[1] ?? 0)
  })

  it('is turned clockwise as the map is', () => {
    const [, green] = coursePictureOf(course(90)).lines[0] ?? []
    expect(green?.[0]).toBeCloseTo(111.3, 0)
    expect(green?.[1]).toBeCloseTo(0, 6)
  })

  it('has a box also where nothing is drawn', () => {
    expect(coursePictureOf({ ...course(0), holes: [] }).box).toEqual([0, 0, 100, 100])
  })
})
