<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="signs" tilewidth="16" tileheight="16" tilecount="8" columns="4">
 <image source="tiles.png" width="64" height="32"/>
 <tile id="0"><properties><property name="terrain" value="."/></properties></tile><tile id="1"><properties><property name="terrain" value="~"/></properties></tile><tile id="2"><properties><property name="terrain" value="#"/></properties></tile>
</tileset>
