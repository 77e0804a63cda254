/** The entries of the main navigation in order, for a person who may open all of them. */
export const NAVIGATION = [
  'Map',
  'Users',
  'Today',
  'Jobs',
  'Schedule',
  'Plans',
  'Missions',
  'Reports',
  'Garage',
  'Settings',
  'Restaurant',
  'Notification',
] as const
