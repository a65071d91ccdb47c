/** What people may see and change. */
export const permissionTexts = {
  permissions: {
    title: 'Permissions',
    text: 'What you may see and change in {{organisation}}.',
    roles: 'Roles',
    yours: 'Yours.',
    columns: { what: 'Of what', reads: 'You see', writes: 'You change' },
    extents: { all: 'All', own: 'Your own', none: '–' },
  },
} as const
