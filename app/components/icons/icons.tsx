// The icons: each refers to its shape in icons.svg, which a browser loads once, so pages hold no shapes. The names of the shapes
// are Lucide's; after a change here, run `node scripts/write-icons.js`.
import type { ComponentType, SVGProps } from 'react';
import shapes from './icons.svg?url';

/** An icon's component. It is hidden from screen readers unless `aria-hidden` is false; its size is 24 px unless a class sets it. */
export type Icon = ComponentType<Pick<SVGProps<SVGSVGElement>, 'aria-hidden' | 'className'>>;

function draw(shape: string): Icon {
  const href = `${shapes}#${shape}`;
  return function DrawnIcon(props) {
    return (
      <svg width="24" height="24" aria-hidden {...props}>
        <use href={href} />
      </svg>
    );
  };
}

export const ArrowDown = draw('arrow-down');
export const ArrowLeft = draw('arrow-left');
export const ArrowRight = draw('arrow-right');
export const ArrowUp = draw('arrow-up');
export const BadgeCheck = draw('badge-check');
export const Ban = draw('ban');
export const BellPlus = draw('bell-plus');
export const BellRing = draw('bell-ring');
export const Blocks = draw('blocks');
export const BookMarked = draw('book-bookmark');
export const BookOpen = draw('book-open');
export const Braces = draw('braces');
export const Building2 = draw('building-complex');
export const CalendarCheck = draw('calendar-check');
export const CalendarClock = draw('calendar-clock');
export const Check = draw('check');
export const ChevronDown = draw('chevron-down');
export const ChevronRight = draw('chevron-right');
export const ChevronsUpDown = draw('chevrons-up-down');
export const Circle = draw('circle');
export const CircleAlert = draw('circle-exclamation-point');
export const CircleCheck = draw('circle-check');
export const CircleDashed = draw('circle-dashed');
export const CircleHelp = draw('circle-question-mark');
export const CircleSlash = draw('circle-slash');
export const CircleStop = draw('circle-stop');
export const CircleX = draw('circle-x');
export const ClipboardCheck = draw('clipboard-check');
export const ClipboardPaste = draw('clipboard-paste');
export const Clock = draw('clock');
export const Compass = draw('compass');
export const Copy = draw('copy');
export const CopyPlus = draw('copy-plus');
export const CornerDownRight = draw('corner-down-right');
export const CreditCard = draw('credit-card');
export const Diamond = draw('diamond');
export const Download = draw('download');
export const Ellipsis = draw('ellipsis');
export const Eraser = draw('eraser');
export const ExternalLink = draw('external-link');
export const Eye = draw('eye');
export const EyeOff = draw('eye-off');
export const FileInput = draw('file-input');
export const Flag = draw('flag');
export const FlaskConical = draw('flask-conical');
export const GitBranch = draw('git-branch');
export const GripVertical = draw('grip-vertical');
export const History = draw('rotate-ccw-clock');
export const Hourglass = draw('hourglass');
export const Info = draw('info');
export const KeyRound = draw('key-round');
export const Keyboard = draw('keyboard');
export const Link2 = draw('link-2');
export const ListChecks = draw('list-checks');
export const ListFilter = draw('list-filter');
export const LoaderCircle = draw('loader-circle');
export const LogOut = draw('log-out');
export const Mail = draw('mail');
export const MailCheck = draw('mail-check');
export const Monitor = draw('monitor');
export const Moon = draw('moon');
export const MousePointerClick = draw('mouse-pointer-click');
export const Pencil = draw('pencil');
export const Play = draw('play');
export const Plus = draw('plus');
export const Power = draw('power');
export const Radio = draw('radio');
export const Redo2 = draw('redo-2');
export const RefreshCw = draw('refresh-cw');
export const Repeat2 = draw('repeat-2');
export const Rocket = draw('rocket');
export const RotateCcw = draw('rotate-ccw');
export const Save = draw('save');
export const ScrollText = draw('scroll-text');
export const Search = draw('search');
export const SearchCheck = draw('search-check');
export const SearchX = draw('search-x');
export const Send = draw('send');
export const Settings = draw('settings');
export const StepForward = draw('step-forward');
export const Sun = draw('sun');
export const Terminal = draw('terminal');
export const Trash2 = draw('trash');
export const TriangleAlert = draw('triangle-exclamation-point');
export const UserRound = draw('user-round');
export const Webhook = draw('webhook');
export const Workflow = draw('workflow');
export const X = draw('x');
export const Zap = draw('zap');
