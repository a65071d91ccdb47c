/** Roles of an organisation's own. */
export const roleTexts = {
  roles: {
    title: 'Roles',
    text: 'A role of your own limits one of the four that are built in: for each area, what its members may read or change.',
    settingsText: 'Roles of your own, such as a dispatcher without settings, a workshop or an auditor',
    new: 'New role',
    missing: 'There is no such role.',
    none: 'No roles of your own yet: the four that are built in always exist.',
    choice: '{{name}} ({{base}})',
    limits: 'Members with this role are {{role}}, and may do only what is allowed here.',
    allows: 'What it allows',
    removeText: 'A role that members or open invitations have cannot be deleted.',
    presetsText: 'Begin with one of these, or with nothing allowed:',
    presets: { dispatcher: 'Dispatcher', workshop: 'Workshop', auditor: 'Auditor', treasurer: 'Treasurer' },
    extents: { none: 'Closed', read: 'Read', write: 'Change' },
    areas: {
      trackers: {
        name: 'Trackers and live map',
        text: 'Trackers with their last position, groups, tags, drivers, places, sensors. The map needs alerts, too.',
      },
      history: { name: 'History and reports', text: 'Positions, trips, stops, replay, reports and their schedules' },
      alerts: { name: 'Alerts', text: 'Alerts, acknowledging, explanations, and the alert settings of groups' },
      boundaries: { name: 'Boundaries', text: 'Areas that raise alerts' },
      commands: { name: 'Commands', text: 'Commands to devices, and those that are saved' },
      maintenance: { name: 'Maintenance', text: 'Plans, what is due, and what was done' },
      sharing: { name: 'Sharing', text: 'Links by which others follow trackers' },
      files: { name: 'Files', text: 'Folders, files and attachments' },
      messages: {
        name: 'Messages',
        text: 'Messages of the organisation, templates, reminders, recipients. Their own messages are always open.',
      },
      people: { name: 'People', text: 'Members and invitations. They give no role that may do more than their own.' },
      settings: { name: 'Settings', text: 'Settings of the organisation, data locks, the audit log, usage' },
      connections: {
        name: 'Connections',
        text: 'Webhooks, channels and forwarding: what goes out there is not limited by other areas',
      },
      content: { name: 'Content', text: 'Pages, FAQs and enquiries of the website' },
      cpd: { name: 'Professional development', text: 'All of it, also their own records' },
      billing: { name: 'Billing', text: 'Invoices, subscriptions, the books and payment providers, also their own' },
    },
  },
} as const
