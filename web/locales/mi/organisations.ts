import type { organisations as english } from '../en/organisations.ts'
import type { Translation } from '../translation.ts'

/** Organisations, their settings, data locks and the audit log. */
export const organisations = {
  quotas: {
    of: {
      boundary_vertices: 'Ngā koki o tētahi rohe',
      boundary_vertices_of_person: 'Ngā koki o te rohe o te tangata kotahi',
    },
  },
} satisfies Translation<typeof english>
