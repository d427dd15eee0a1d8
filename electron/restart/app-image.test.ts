import { expect, test } from 'vitest';
import { appImageOf, isInAppImage, programOfImage } from './app-image.ts';

const image = '/home/ada/Tracedeck.AppImage';
const mounted = { APPIMAGE: image, APPDIR: '/tmp/.mount_Traced1' };
const unpacked = { APPIMAGE: image, APPDIR: '/tmp/appimage_extracted_0f' };

test('an AppImage is known by what it runs from, not by what was inherited from another', () => {
  expect(appImageOf(mounted, '/tmp/.mount_Traced1/tracedeck')).toBe(image);
  expect(appImageOf({ APPIMAGE: image }, '/tmp/.mount_Traced1/tracedeck')).toBe(image);
  expect(appImageOf(mounted, '/opt/Tracedeck/tracedeck')).toBeNull();
  expect(appImageOf({ APPIMAGE: '' }, '/opt/Tracedeck/tracedeck')).toBeNull();
  expect(appImageOf({}, '/opt/Tracedeck/tracedeck')).toBeNull();
});

test('what an AppImage has mounted is known by its folder', () => {
  const inside = ['/tmp/.mount_Traced1', '/tmp/.mount_Traced1/', '/tmp/.mount_Traced1/usr/sbin'];
  expect(inside.map((folder) => isInAppImage(mounted, folder))).toEqual([true, true, true]);
  const outside = ['/tmp', '/tmp/.mount_Traced12', '/usr/bin', '.'];
  expect(outside.map((folder) => isInAppImage(mounted, folder))).toEqual([false, false, false, false]);
  expect(isInAppImage({}, '/usr/bin')).toBe(false);
});

test('it starts again as it was started: mounted, or unpacked into the folder that its end removes', () => {
  expect(programOfImage(image, mounted, ['--port', '1'])).toEqual({
    file: image,
    args: ['--port', '1'],
    folder: null,
  });
  expect(programOfImage(image, unpacked, ['--auth'])).toEqual({
    file: image,
    args: ['--appimage-extract-and-run', '--auth'],
    folder: '/tmp/appimage_extracted_0f',
  });
});
