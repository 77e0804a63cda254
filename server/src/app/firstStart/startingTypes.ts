/** The zone types that every course has, so that a first import finds a type for each of its zones. */
import { type Direction, mowingPattern, type ZoneType } from '@greensward/domain'

type StartingType = Omit<ZoneType, 'id' | 'updatedAt'>

const ALL: Direction[] = ['12-6', '2-8', '3-9', '10-4', 'diagonal-left', 'diagonal-right']
const CLOCK: Direction[] = ['12-6', '2-8', '3-9', '10-4']

export const STARTING_TYPES: readonly StartingType[] = [
  { name: 'Fairway', color: '#D6F08C', directions: CLOCK, allowsIntersection: false, mowable: true, intervalDays: 4 },
  {
    name: 'Green',
    color: '#6FE7E1',
    directions: ALL,
    allowsIntersection: false,
    mowable: true,
    turnsOutside: true,
    intervalDays: 2,
  },
  {
    name: 'Tee',
    color: '#D3BDFF',
    directions: ['12-6', '3-9'],
    allowsIntersection: false,
    mowable: true,
    intervalDays: 4,
  },
  {
    name: 'Rough',
    color: '#9CCB7A',
    directions: ALL,
    patterns: [...mowingPattern.options],
    allowsIntersection: true,
    mowable: true,
    intervalDays: 8,
  },
  { name: 'Bunker', color: '#FFD08A', directions: ['12-6'], allowsIntersection: false, mowable: false },
]
