from zrno.blocks.moment import *  # noqa
from zrno.blocks.moment import Found, Moment, read, search  # noqa
