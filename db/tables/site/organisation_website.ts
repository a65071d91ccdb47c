import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { Website } from './website.ts'

const { slogan, copyright, terms_url, privacy_url } = Website.columns

/** What an organisation says of itself on its site. Null: as the installation's `website` says. */
export const OrganisationWebsite = defineTable({
  name: 'organisation_website',
  columns: {
    id: Id,
    organisation_id: Id,
    slogan,
    copyright,
    terms_url,
    privacy_url,
    /** An image among the organisation's files, which the site shows to everyone. */
    favicon_file_id: Nullable(Id),
    /** Another, which reports of movement have at their head as PDF. */
    logo_file_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id'],
})
