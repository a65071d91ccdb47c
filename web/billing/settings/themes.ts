import { pictureUpload } from '../../files/upload/pictureUpload.ts'

/** The logo of a theme. */
export const uploads = (organisation_id: number) => ({ logo_file_id: pictureUpload(organisation_id, 2 * 1024 * 1024) })
