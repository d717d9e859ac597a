import type { Config } from '../../../api/contract'
import { plainSettings } from '../../../forms/plain-setting'
import type { Save } from '../../../forms/saving'
import type { Section, Setting } from '../../../forms/setting'

type Plain = ReturnType<typeof plainSettings>

/** What becomes of a download that has finished, and of one that has not. */
export function arrivalsSection(config: Config, save: Save): Section {
  const plain = plainSettings(config, save)
  return {
    key: 'arrivals',
    title: 'Arrivals',
    settings: [
      ...filed(plain),
      ...dropped(plain, config.enable_check_folder === true),
      ...failed(plain),
      ...permissions(plain, config.enforce_perms === true),
    ],
  }
}

function filed({ turn, choose }: Plain): Setting[] {
  return [
    turn({
      key: 'post_processing',
      label: 'Put downloads into the library',
      about:
        'Every page of a download is checked first; then it goes to its series. Off leaves all of them where they are.',
      usual: 'on',
      words: 'post processing import automatic',
      saved: 'Putting downloads into the library',
    }),
    turn({
      key: 'rename_arrivals',
      label: 'Rename downloads',
      about: 'By the pattern under Naming. Off keeps the names that releases have.',
      usual: 'on',
      words: 'file name format pattern',
      saved: 'Renaming downloads',
    }),
    choose(
      {
        key: 'dupeconstraint',
        label: 'When an issue is there already',
        about:
          'Which of two files of one issue stays. Larger means 20 % or more. A repaired release replaces the one that it repairs in any case, and a pack replaces nothing.',
        usual: 'the larger file',
        words: 'duplicate constraint upgrade replace size cbz cbr',
        saved: 'Which file stays',
      },
      [
        { value: 'filesize', label: 'The larger file' },
        { value: 'filetype-cbz', label: 'A CBZ before others' },
        { value: 'filetype-cbr', label: 'A CBR before others' },
      ],
    ),
    choose(
      {
        key: 'file_opts',
        label: 'How files come from folders',
        about: 'From folders that belong to no download client. Each client has a rule of its own.',
        usual: 'move',
        words: 'move copy hardlink softlink symlink placing',
      },
      [
        { value: 'move', label: 'Move' },
        { value: 'copy', label: 'Copy' },
        { value: 'hardlink', label: 'Hardlink' },
        { value: 'softlink', label: 'Symbolic link' },
      ],
    ),
  ]
}

function dropped({ turn, folder, number }: Plain, on: boolean): Setting[] {
  const watching = turn({
    key: 'enable_check_folder',
    label: 'Take from a folder',
    about: 'What somebody lays into the folder of finished downloads goes into the library by itself.',
    usual: 'off',
    words: 'check folder watch drop inbox finished downloads',
    saved: 'Taking from a folder',
  })
  if (!on) return [watching]
  return [
    watching,
    folder(
      {
        key: 'check_folder',
        label: 'Folder of finished downloads',
        about: 'Each file or folder in it counts as one download, once it has stopped growing.',
        usual: 'none',
        words: 'check folder watch drop path directory',
      },
      { none: 'Have no folder of finished downloads', choose: 'Choose the folder of finished downloads' },
    ),
    number(
      {
        key: 'download_scan_interval',
        label: 'How often it is looked into',
        about: 'Time between two looks into that folder. 0 never looks.',
        usual: '5 minutes',
        words: 'check folder interval schedule',
      },
      { unit: 'minutes', max: 10_080 },
    ),
  ]
}

function failed({ turn, number }: Plain): Setting[] {
  return [
    turn({
      key: 'failed_download_handling',
      label: 'Take no release twice that failed',
      about: 'What is damaged, incomplete or locked by a password is blocked. Activity, History shows what is blocked.',
      usual: 'on',
      words: 'failed download handling blocklist blacklist',
      saved: 'What becomes of failed releases',
    }),
    turn({
      key: 'failed_auto',
      label: 'Look for another one',
      about: 'When a download failed, the next best release is taken, after ever longer pauses.',
      usual: 'on',
      words: 'failed download retry next candidate automatic',
      saved: 'Looking for another release',
    }),
    number(
      {
        key: 'torrent_stalled_hours',
        label: 'How long a torrent may stand still',
        about: 'After so long without a byte another release is looked for. 0 waits for ever.',
        usual: '24 hours',
        words: 'stalled stuck torrent seeders',
      },
      { unit: 'hours', max: 720 },
    ),
  ]
}

function permissions({ turn, text }: Plain, on: boolean): Setting[] {
  const enforced = turn({
    key: 'enforce_perms',
    label: 'Set permissions',
    about: 'Gives new files and folders of the library permissions of their own. Off leaves that to the system.',
    usual: 'off',
    words: 'chmod permissions mode owner group',
    saved: 'Setting permissions',
  })
  if (!on) return [enforced]
  return [
    enforced,
    text({
      key: 'chmod_file',
      label: 'Permissions of files',
      about: 'As chmod takes them, such as 0660: you and your group may read and write.',
      usual: '0660',
      words: 'chmod mode',
    }),
    text({
      key: 'chmod_dir',
      label: 'Permissions of folders',
      about: 'As chmod takes them, such as 0777: everybody on this computer may do everything.',
      usual: '0777',
      words: 'chmod mode',
    }),
  ]
}
